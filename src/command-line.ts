import { parseArgs } from 'node:util'
import { createLogger } from '#core/log.ts'
import { agentChat, agentChatUsage } from './commands/agent-chat.ts'
import { sentenceOf, WrongCall, wrongOption, type Command } from './commands/command.ts'
import * as ai from './commands/ai.ts'
import { documents, documentsUsage } from './commands/documents.ts'
import * as identity from './commands/identity.ts'
import * as installation from './commands/installation.ts'
import { mailTest } from './commands/mail.ts'
import { simulate, simulateUsage } from './commands/simulate.ts'
import * as secrets from './commands/secrets.ts'
import * as workflow from './commands/workflow.ts'
import { readConfig } from './config.ts'
import { openRuntime, systemContext } from './runtime.ts'
import type { Environment } from './setting-reader.ts'
import { startFailure } from './start-failure.ts'

const commands: Command[] = [
  ...Object.values(installation),
  ...Object.values(identity),
  ...Object.values(ai),
  ...Object.values(secrets),
  ...Object.values(workflow),
  mailTest,
]

/** Every command as it is listed. */
const entries = [
  ...commands.map(({ name, usage, summary }) => ({ usage: `${name} ${usage}`.trim(), summary })),
  agentChatUsage,
  simulateUsage,
  documentsUsage,
]

export interface Terminal {
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
}

/** Does what these words say. Answers the code that a process ends with. */
export async function commandLine(words: string[], terminal: Terminal, environment?: Environment): Promise<number> {
  try {
    await main(words, terminal, environment)
    return 0
  } catch (error) {
    const sentence = startFailure(error) ?? sentenceOf(error)
    if (sentence === undefined) throw error
    terminal.stderr.write(`innkeeper: ${sentence}\n`)
    return 1
  }
}

async function main(words: string[], { stdout, stderr }: Terminal, environment?: Environment): Promise<void> {
  if (words[0] === 'help') return void stdout.write(help(words.slice(1)))
  if (words.some((word) => word === '--help' || word === '-h')) return void stdout.write(helpWith(words))
  if (words[0] === 'openapi') return documents(words.slice(1))
  if (words[0] === 'simulate') return simulate(words.slice(1))
  if (words.slice(0, 2).join(' ') === 'agent chat') return agentChat(words.slice(2))
  const command = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  if (words.length === 0) return void stdout.write(help(words))
  if (!command) throw new WrongCall(`more words are needed.\n${help(words).trimEnd()}`)
  const { json, ...values } = optionsOf(command, words.slice(command.name.split(' ').length))
  const config = readConfig(environment)
  // The answer is on standard output; what goes wrong on the way is on standard error.
  const runtime = await openRuntime({ config, log: createLogger('warn', stderr) })
  try {
    const result = await command.run(systemContext(runtime), values, runtime)
    stdout.write(json === undefined ? textOf(result) : `${JSON.stringify(result)}\n`)
  } finally {
    await runtime.close()
  }
}

function optionsOf({ name, options, usage }: Command, args: string[]): Record<string, string | undefined> {
  try {
    const { values } = parseArgs({ args, options: { ...options, json: { type: 'boolean' } }, allowPositionals: false })
    return Object.fromEntries(Object.entries(values).map(([option, value]) => [option, String(value)]))
  } catch (error) {
    throw wrongOption(error, `${name} ${usage}`.trim())
  }
}

function textOf(result: unknown): string {
  const records = [result].flat().map((record) => {
    const lines = Object.entries(record as object).map(([name, value]) => `${name.padEnd(16)} ${asText(value)}`)
    return `${lines.join('\n')}\n${Array.isArray(result) ? '\n' : ''}`
  })
  return `${records.join('')}${Array.isArray(result) ? `${result.length} in all\n` : ''}`
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '-')
}

/** Of the command that stands before the options, or else of those with its first word. */
function helpWith(words: string[]): string {
  const asked = words.slice(
    0,
    words.findIndex((word) => word.startsWith('-')),
  )
  return help(entriesOf(asked).length > 0 ? asked : asked.slice(0, 1))
}

function help(words: string[]): string {
  const found = entriesOf(words)
  if (found.length === 0)
    throw new WrongCall(`there is no command "${words.join(' ')}". All are listed by: npm run cli -- help`)
  const lines = found.map(({ usage, summary }) => `  ${usage}\n      ${summary}\n`)
  return `Usage: npm run cli -- COMMAND [--json]\n\n${lines.join('')}`
}

/** The commands that begin with these words; all without any. */
function entriesOf(words: string[]): typeof entries {
  return entries.filter(({ usage }) => words.every((word, index) => usage.split(' ')[index] === word))
}
