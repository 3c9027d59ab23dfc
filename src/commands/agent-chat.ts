import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { harmless } from '#core/plain-text.ts'
import { text, WrongCall, wrongOption } from './command.ts'
import { openTalk, type Talk } from './agent-talk.ts'
import { hiddenLine } from './hidden-line.ts'

const USAGE =
  'agent chat [--url http://localhost:3000] --email E-MAIL [--password …] [--workspace ID] [--agent operations-assistant] [--say "…" [--yes]]'
export const agentChatUsage = { usage: USAGE, summary: 'talk to an agent of a running server, in this terminal' }

const PASSWORD = 'Password: '
const DEFAULTS = { url: 'http://localhost:3000', agent: 'operations-assistant' }

/** Over the network, as any program would: the server is running and has its database for itself. */
export async function agentChat(args: string[]): Promise<void> {
  const values = optionsIn(args)
  const { url = DEFAULTS.url, agent = DEFAULTS.agent, workspace, email, say, yes } = values
  if (email === undefined) throw new WrongCall(`--email is missing. Usage: ${USAGE}`)
  const isTyped = values.password === undefined && process.stdin.isTTY
  const typed = isTyped ? await hiddenLine(PASSWORD) : undefined
  const terminal = createInterface({ input: process.stdin })
  const lines = terminal[Symbol.asyncIterator]()
  // What a model says, and what a guest said to it, must not touch the question above it.
  const write = (part: string): void => void process.stdout.write(harmless(part))
  const ask: Ask = async (question) => {
    write(question)
    const { value, done } = await lines.next()
    return done ? undefined : value
  }
  try {
    const password = values.password ?? (isTyped ? typed : await ask(PASSWORD))
    if (!password) throw new WrongCall(`--password is missing. Usage: ${USAGE}`)
    const decide = yes ? async () => 'approve' as const : () => decision(ask)
    const talk = await openTalk({ url, email, password, workspace, agent, write, decide, answer: ask })
    if (say !== undefined) return await sayOnly(talk, say)
    write(`Talking to ${agent}. An empty line ends it.\n`)
    await converse(ask, write, talk)
  } finally {
    terminal.close()
  }
}

/** Undefined when nothing more will be typed. */
type Ask = (question: string) => Promise<string | undefined>

/** Scripts go by how the process ends. */
async function sayOnly(talk: Talk, input: string): Promise<void> {
  const failure = await talk.say(input)
  if (failure !== undefined) throw new WrongCall(failure)
}

async function converse(ask: Ask, write: (part: string) => void, talk: Talk): Promise<void> {
  for (;;) {
    const line = (await ask('\nyou> '))?.trim()
    if (!line) return
    const failure = await talk.say(line)
    if (failure !== undefined) write(`${failure}\n`)
  }
}

async function decision(ask: Ask): Promise<'approve' | 'reject'> {
  const reply = await ask('Do it? [y/N] ')
  return /^y(es)?$/i.test(reply?.trim() ?? '') ? 'approve' : 'reject'
}

function optionsIn(args: string[]) {
  const options = { url: text, email: text, password: text, workspace: text, agent: text, say: text }
  try {
    return parseArgs({ args, options: { ...options, yes: { type: 'boolean' } }, allowPositionals: false }).values
  } catch (error) {
    throw wrongOption(error, USAGE)
  }
}
