import { Writable } from 'node:stream'

/** Where a server of a test logs to, and the lines that it wrote. */
export function logLines(): { logTo: Writable; lines: string[] } {
  const lines: string[] = []
  const logTo = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })
  return { logTo, lines }
}
