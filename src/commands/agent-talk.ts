import { isForThem, onlyWorkspace, whoAnswers } from './agent-asked.ts'
import { openLine, Refused, type Json, type Line } from './agent-line.ts'
import { WrongCall } from './command.ts'

interface TalkParts {
  url: string
  email: string
  password: string
  workspace: string | undefined
  agent: string
  write(part: string): void
  /** What the person says to a question with yes or no. */
  decide(): Promise<'approve' | 'reject'>
  /** What the person answers to any other; undefined when they have gone. */
  answer(question: string): Promise<string | undefined>
}

/** A conversation with an agent, in one session. */
export interface Talk {
  /** Says it and writes the answer while it comes. Answers why the run failed; undefined when it did not. */
  say(input: string): Promise<string | undefined>
}

export async function openTalk(parts: TalkParts): Promise<Talk> {
  const { url, email, password, workspace, agent } = parts
  const line = await openLine(url, { email, password })
  let sessionId: string | undefined

  async function start(input: string): Promise<string> {
    if (sessionId !== undefined) {
      const run = await line.post(`/v1/agent/sessions/${sessionId}/runs_direct`, { input })
      return `/v1/agent/sessions/${sessionId}/subscribe_direct?since_seq=${String(run['since_seq'])}`
    }
    const asked = { workspace_id: workspace ?? (await onlyWorkspace(line)), agent_id: agent, input }
    const run = await line.post('/v1/agent/invoke', { ...asked, mode: 'background' })
    sessionId = String(run['session_id'])
    return String(run['subscribe_url'])
  }

  return {
    async say(input) {
      const open = new Set<string>()
      let isAnswered = false
      for await (const event of line.events(await start(input))) {
        if (event['type'] === 'RUN_ERROR') return `The run failed: ${String(event['message'])}`
        if (event['type'] === 'CUSTOM') await onCustom(parts, line, event, open)
        else if (shown(parts, event, open.size > 0)) {
          parts.write(lackOf(event, isAnswered))
          return undefined
        }
        if (event['type'] === 'TEXT_MESSAGE_CONTENT') isAnswered = true
        if (event['type'] === 'TOOL_CALL_START') isAnswered = false
      }
      return undefined
    },
  }
}

/** Writes what people see of an event; true when the run is over. */
function shown({ write }: TalkParts, event: Json, isAsking: boolean): boolean {
  switch (event['type']) {
    case 'TEXT_MESSAGE_CONTENT':
      write(String(event['delta']))
      return false
    case 'TEXT_MESSAGE_END':
      write('\n')
      return false
    case 'TOOL_CALL_START':
      write(`  · ${String(event['toolCallName'])}\n`)
      return false
    case 'RUN_FINISHED':
      return !isAsking && (event['outcome'] as Json | undefined)?.['type'] !== 'interrupt'
    default:
      return false
  }
}

/** What is missing from an answer that ended: people would take what is there for all of it. */
function lackOf({ outcome, metadata }: Json, isAnswered: boolean): string {
  const reason = (metadata as Json | undefined)?.['finish_reason']
  if (reason === 'length' || reason === 'content-filter') return `(the model broke off: ${reason})\n`
  return isAnswered || (outcome as Json | undefined)?.['type'] !== 'success' ? '' : '(no answer)\n'
}

async function onCustom(parts: TalkParts, line: Line, { name, value }: Json, open: Set<string>): Promise<void> {
  const about = value as Json
  if (name === 'message.reset') parts.write('\n(once more)\n')
  const interaction = (about['interaction'] ?? about) as Json
  const id = String(interaction['id'])
  if (name === 'interaction.resolved') open.delete(id)
  if (name !== 'interaction.requested') return
  open.add(id)
  await settle(parts, line, `/v1/agent/interactions/${id}`)
}

const ASKS_MAX = 3

/** Asks again what does not fit. Somebody else may have answered meanwhile, or be the one who has to. */
async function settle(parts: TalkParts, line: Line, path: string, left = ASKS_MAX): Promise<void> {
  const current = await line.get(path)
  if (current['status'] !== 'pending') return
  parts.write(`\n${String(current['message'])}\n`)
  // The stream tells when they have.
  const wait = (): void => parts.write(`${whoAnswers(current)} Waiting for them; Ctrl+C leaves, and the run goes on.\n`)
  if (!(await isForThem(line, current))) return wait()
  try {
    await line.post(`${path}/resolve`, await resolutionOf(parts, current))
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return wait()
    if (!(error instanceof WrongCall) || left === 1) throw error
    parts.write(`${error.message}\n`)
    await settle(parts, line, path, left - 1)
  }
}

const GONE = { decision: 'cancel' }

async function resolutionOf({ decide, answer }: TalkParts, asked: Json): Promise<Json> {
  if (asked['kind'] === 'tool_approval') return { decision: await decide() }
  const options = (asked['options'] ?? []) as { id: string; label: string }[]
  if (options.length > 0) {
    const lines = options.map(({ id, label }) => `  ${id}  ${label}`).join('\n')
    const option = await answer(`${lines}\n? `)
    return option === undefined ? GONE : { decision: 'respond', payload: { option: option.trim() } }
  }
  if (asked['kind'] === 'question') {
    const reply = await answer('? ')
    return reply === undefined ? GONE : { decision: 'respond', payload: { answer: reply } }
  }
  const fields = Object.entries(((asked['response_schema'] as Json)['properties'] ?? {}) as Record<string, Json>)
  const payload: Json = {}
  for (const [field, schema] of fields) {
    const reply = await answer(`  ${field}? `)
    if (reply === undefined) return GONE
    payload[field] = valueOf(reply, schema['type'])
  }
  return { decision: 'respond', payload }
}

function valueOf(reply: string, type: unknown): unknown {
  if (type === 'integer' || type === 'number') return Number(reply)
  return type === 'boolean' ? /^(y|yes|true)$/i.test(reply.trim()) : reply
}
