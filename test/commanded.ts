import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { commandLine } from '#src/command-line.ts'
import type { Ending, Settings } from './process.ts'

export type Commanded = Pick<Ending, 'code' | 'stdout' | 'stderr'>

/** A command without a process, whose start takes longer than most commands. */
export async function commanded(words: string[], settings: Settings): Promise<Commanded> {
  const terminal = { stdout: new PassThrough(), stderr: new PassThrough() }
  const written = Promise.all([text(terminal.stdout), text(terminal.stderr)])
  const code = await commandLine(words, terminal, settings)
  terminal.stdout.end()
  terminal.stderr.end()
  const [stdout, stderr] = await written
  return { code, stdout, stderr }
}
