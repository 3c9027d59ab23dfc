import { parseArgs } from 'node:util'
import { createLogger } from '#core/log.ts'
import { agentChat, agentChatUsage } from './commands/agent-chat.ts'
import { sentenceOf, WrongCall, type Command } from './commands/command.ts'
import * as ai from './commands/ai.ts'
import { documents } from './commands/documents.ts'
import * as identity from './commands/identity.ts'
import * as installation from './commands/installation.ts'
import { mailTest } from './commands/mail.ts'
import { simulate, simulateUsage } from './commands/simulate.ts'
import * as workflow from './commands/workflow.ts'
import { readConfig } from './config.ts'
import { openRuntime, systemContext } from './runtime.ts'
import type { Environment } from './setting-reader.ts'
import { startFailure } from './start-failure.ts'

const commands: Command[] = [
  ...Object.values(installation),
  ...Object.values(identity),
  ...Object.values(ai),
  ...Object.values(workflow),
  mailTest,
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
  if (words[0] === 'openapi') return documents(words.slice(1))
  if (words[0] === 'simulate') return simulate(words.slice(1))
  if (words.slice(0, 2).join(' ') === 'agent chat') return agentChat(words.slice(2))
  const command = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  if (!command) return void stdout.write(help(words))
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
    // Node goes on over several lines.
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
    throw new WrongCall(`${reason.replace(/\.$/, '')}. Usage: ${`${name} ${usage}`.trim()}`)
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

function help(words: string[]): string {
  const lines = commands.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.trim()}\n      ${summary}`)
  const text = `Usage: npm run cli -- COMMAND [--json]\n\n${lines.join('\n')}\n  ${agentChatUsage.name}\n      ${agentChatUsage.summary}\n  ${simulateUsage.name}\n      ${simulateUsage.summary}\n  openapi [--check]\n      write docs/openapi.public.json, or check that it is current\n`
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help') return text
  throw new WrongCall(`there is no command "${words.join(' ')}". All are listed by: npm run cli -- help`)
}
