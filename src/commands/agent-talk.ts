import { WrongCall } from './command.ts'

type Json = Record<string, unknown>

interface TalkParts {
  url: string
  email: string
  password: string
  workspace: string | undefined
  agent: string
  write(part: string): void
  /** What the person says to a question with yes or no. */
  decide(): Promise<'approve' | 'reject'>
  /** What the person answers to any other. */
  answer(question: string): Promise<string>
}

/** A conversation with an agent, in one session. */
export interface Talk {
  /** Says it and writes the answer while it comes. */
  say(input: string): Promise<void>
}

export async function openTalk(parts: TalkParts): Promise<Talk> {
  const { url, email, password, workspace, agent } = parts
  const { accessToken } = await post(`${url}/api/v1/auth/token`, undefined, { email, password })
  const token = String(accessToken)
  let sessionId: string | undefined

  async function start(input: string): Promise<string> {
    if (sessionId !== undefined) {
      const run = await post(`${url}/v1/agent/sessions/${sessionId}/runs_direct`, token, { input })
      return `/v1/agent/sessions/${sessionId}/subscribe_direct?since_seq=${String(run['since_seq'])}`
    }
    const named = workspace === undefined ? {} : { workspace_id: workspace }
    const run = await post(`${url}/v1/agent/invoke`, token, { agent_id: agent, input, mode: 'background', ...named })
    sessionId = String(run['session_id'])
    return String(run['subscribe_url'])
  }

  return {
    async say(input) {
      const address = `${url}${await start(input)}`
      const open = new Set<string>()
      for await (const event of eventsAt(address, token)) {
        if (event['type'] === 'CUSTOM') await onCustom(parts, token, event, open)
        else if (shown(parts, event, open.size > 0)) return
      }
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
    case 'RUN_ERROR':
      write(`The run failed: ${String(event['message'])}\n`)
      return true
    case 'RUN_FINISHED':
      return !isAsking && (event['outcome'] as Json | undefined)?.['type'] !== 'interrupt'
    default:
      return false
  }
}

async function onCustom(parts: TalkParts, token: string, { name, value }: Json, open: Set<string>): Promise<void> {
  const about = value as Json
  if (name === 'message.reset') parts.write('\n(once more)\n')
  const interaction = (about['interaction'] ?? about) as Json
  const id = String(interaction['id'])
  if (name === 'interaction.resolved') open.delete(id)
  if (name !== 'interaction.requested') return
  open.add(id)
  const path = `${parts.url}/v1/agent/interactions/${id}`
  const current = await get(path, token)
  if (current['status'] !== 'pending') return
  parts.write(`\n${String(current['message'])}\n`)
  await post(`${path}/resolve`, token, await resolutionOf(parts, current))
}

async function resolutionOf({ decide, answer }: TalkParts, asked: Json): Promise<Json> {
  if (asked['kind'] === 'tool_approval') return { decision: await decide() }
  const options = (asked['options'] ?? []) as { id: string; label: string }[]
  if (options.length > 0) {
    const lines = options.map(({ id, label }) => `  ${id}  ${label}`).join('\n')
    return { decision: 'respond', payload: { option: (await answer(`${lines}\n? `)).trim() } }
  }
  if (asked['kind'] === 'question') return { decision: 'respond', payload: { answer: await answer('? ') } }
  const fields = Object.entries(((asked['response_schema'] as Json)['properties'] ?? {}) as Record<string, Json>)
  const payload: Json = {}
  for (const [field, schema] of fields) payload[field] = valueOf(await answer(`  ${field}? `), schema['type'])
  return { decision: 'respond', payload }
}

function valueOf(reply: string, type: unknown): unknown {
  if (type === 'integer' || type === 'number') return Number(reply)
  return type === 'boolean' ? /^(y|yes|true)$/i.test(reply.trim()) : reply
}

async function get(address: string, token: string): Promise<Json> {
  return answered(await fetch(address, { headers: { authorization: `Bearer ${token}` } }))
}

async function post(address: string, token: string | undefined, body: Json): Promise<Json> {
  const credential: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': 'application/json', ...credential }
  return answered(await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function answered(response: Response): Promise<Json> {
  const body = (await response.json()) as Json
  if (!response.ok) throw new WrongCall(String(body['detail'] ?? response.status))
  return body
}

async function* eventsAt(address: string, token: string): AsyncGenerator<Json> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok || !response.body) throw new WrongCall(`the stream answered ${response.status}`)
  let text = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield JSON.parse(data) as Json
    }
  }
}
