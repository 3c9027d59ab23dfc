import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { backend } from './database.ts'
import { openEvents, type StreamedEvent } from './event-source.ts'
import { CONSOLE, newInstallation, PUBLIC, signIn } from './installation.ts'
import { answerChat, type ChatBody } from './model-upstream-openai.ts'
import type { ModelReply } from './model-upstream-reply.ts'
import { serve } from './peer.ts'
import { eventually, killAll, patiently, startServer, type Settings } from './process.ts'

afterAll(killAll)

const LOST_BEGINNING = 'This is never'
const ANSWER = 'The task is made.'
const TITLE = 'Made by the agent, once'

/** A model that breaks its second answer off in the middle and holds the line. */
async function startModel(call: { name: string; input: object }): Promise<string> {
  const script: ((body: ChatBody, response: ServerResponse) => void)[] = [
    saying({ calls: [call] }),
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const choices = [{ index: 0, delta: { role: 'assistant', content: LOST_BEGINNING } }]
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`,
      )
    },
    saying({ text: ANSWER }),
  ]
  const { host } = await serve((request, response) => {
    void json(request).then((body) => script.shift()?.(body as ChatBody, response))
  })
  return `http://${host}/v1`
}

function saying(reply: ModelReply) {
  return (body: ChatBody, response: ServerResponse) => answerChat(body, reply, response)
}

/** Keeps a row from everybody else. */
async function holding({ DATABASE_URL: url }: Settings, table: string, id: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('begin')
  await client.query(`select from ${table} where id = $1 for update`, [id])
  return {
    untilWaitedFor: () =>
      eventually(async () => {
        const waiting = 'select 1 from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))'
        expect((await client.query(waiting)).rowCount).toBeGreaterThan(0)
      }),
    async release() {
      await client.query('rollback')
      await client.end()
    },
  }
}

/** What a reader of the stream ends up with: each message as it was last begun. */
function textsIn(events: readonly StreamedEvent[]): string[] {
  const texts = new Map<string, string>()
  for (const { data } of events) {
    const value = data.value as { message_id?: string } | undefined
    if (data.name === 'message.reset') texts.set(String(value?.message_id), '')
    if (data.type !== 'TEXT_MESSAGE_CONTENT') continue
    const id = String(data['messageId'])
    texts.set(id, (texts.get(id) ?? '') + String(data['delta']))
  }
  return [...texts.values()]
}

test.runIf(backend === 'postgres')(
  'kill -9 of a worker in the middle of a tool call and of a message: the effect is there once, and so is the text',
  patiently,
  async () => {
    const installation = await newInstallation()
    const first = await startServer({ ...installation.settings, ROLE: 'api' })
    const asAdmin = first.as(await signIn(first))
    const departmentId = (await asAdmin.get(`${PUBLIC}/departments`)).body.items[0].id
    const call = { name: 'create_task', input: { title: TITLE, departmentId } }
    const model = { AI_MODEL_DEFAULT: 'compatible:scripted', AI_COMPATIBLE_URL: await startModel(call) }
    const startWorker = () => startServer({ ...installation.settings, ...model, SEED: 'none', ROLE: 'worker' })
    const agent = { name: 'Porter', instructions: 'Help.', tools: ['create_task'] }
    const agentId = (await asAdmin.post(`${CONSOLE}/agents`, agent)).body.id
    const request = { agent_id: agentId, input: 'Make a task', mode: 'background' }
    const started = await asAdmin.post('/v1/agent/invoke', request)
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    const address = `${first.url}/v1/agent/sessions/${started.body.session_id}/subscribe_direct`
    const events = await openEvents(address, { authorization: `Bearer ${await signIn(first)}` })

    // Whoever makes a task in this department has to wait, and then whoever tells of it in the session.
    const department = await holding(installation.settings, 'departments', departmentId)
    const inToolCall = await startWorker()
    await department.untilWaitedFor()
    const session = await holding(installation.settings, 'agent_sessions', started.body.session_id)
    await department.release()
    await session.untilWaitedFor()
    await inToolCall.kill()
    await session.release()

    const inMessage = await startWorker()
    const seen = [...(await events.until('TEXT_MESSAGE_CONTENT'))]
    await inMessage.kill()
    const last = await startWorker()
    seen.push(...(await events.until('RUN_FINISHED')))
    events.close()

    expect(textsIn(seen)).toEqual([ANSWER])
    expect(seen.filter(({ data }) => data.type === 'TOOL_CALL_RESULT')).toHaveLength(1)
    expect(seen.filter(({ data }) => data.type === 'RUN_STARTED')).toHaveLength(1)
    const made = (await asAdmin.get(`${PUBLIC}/tasks?q=${encodeURIComponent(TITLE)}`)).body.items
    expect(made).toHaveLength(1)
    await Promise.all([last.stop(), first.stop()])
    await installation.remove()
  },
)
