import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** A line of the terminal that is not shown while it is typed; undefined when nothing is. */
export async function hiddenLine(question: string): Promise<string | undefined> {
  process.stdout.write(question)
  const output = new Writable({ write: (_part, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  const typed = await Promise.race([once(terminal, 'line'), once(terminal, 'close')])
  terminal.close()
  process.stdout.write('\n')
  return typed[0]
}
