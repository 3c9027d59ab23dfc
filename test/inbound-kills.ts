import { expect, onTestFinished, vi } from 'vitest'
import { retell } from '#src/simulator/signing.ts'
import { CONSOLE, newInstallation, signIn, type Installation } from './installation.ts'
import { killAll, launch, startServer, type Launched, type ServerProcess } from './process.ts'

interface Storm {
  /** Phone calls, each told by three deliveries. */
  calls: number
  /** Messages that an agent answers. */
  messages: number
  kills: number
  waitSeconds: number
}

const SECRET = 'a-secret-of-an-account-of-some-length'
const SHOWN = 'a-secret-that-the-bot-shows'
const AGENT = 'agent_storm'
const LANES = 16

interface Delivery {
  path: string
  text: string
  proof(): Record<string, string>
}

/**
 * Sends deliveries in no order, a third of them again, while workers are killed in the middle of their work; then looks
 * whether each has had its effect, and none has had it twice.
 */
export async function surviveStorm(storm: Storm): Promise<{ sent: number; kept: number }> {
  const { calls, messages, kills, waitSeconds } = storm
  const installation = await newInstallation()
  const api = await startServer({ ...installation.settings, ROLE: 'api' })
  onTestFinished(killAll)
  await connect(api)
  const first = [...callDeliveries(calls), ...messageDeliveries(messages)]
  const again = shuffled(first).slice(0, Math.ceil(first.length / 2))
  const sent = send(api, shuffled([...first, ...again]))
  const seen = async (): Promise<number> => countOf(installation, "status <> 'pending'")
  for (let kill = 1; kill <= kills; kill++) {
    const worker = startWorker(installation)
    const goal = Math.floor((first.length * kill) / (kills + 1))
    await until(waitSeconds, async () => expect(await seen()).toBeGreaterThanOrEqual(goal))
    worker.signal('SIGKILL')
    expect((await worker.ended).signal).toBe('SIGKILL')
  }
  const duplicates = await sent
  const last = startWorker(installation)
  await until(waitSeconds, async () => expect(await seen()).toBe(first.length))
  await until(waitSeconds, async () => expect(await answered(installation)).toBe(messages))
  expect(duplicates).toBe(again.length)
  await assertOnce(installation, { calls, messages })
  last.signal('SIGINT')
  await Promise.all([last.ended, api.stop()])
  await installation.remove()
  return { sent: first.length + again.length, kept: first.length }
}

async function connect(api: ServerProcess): Promise<void> {
  const admin = api.as(await signIn(api))
  const [agent] = (await admin.get(`${CONSOLE}/agents`)).body.items
  for (const integration of [
    { kind: 'voice_platform_a', name: 'Line', accounts: [AGENT], secrets: { apiKey: SECRET } },
    { kind: 'bot_messenger', name: 'Bot', secrets: { webhookSecret: SHOWN }, agentId: agent.id },
  ]) {
    const { status, body } = await admin.post(`${CONSOLE}/integrations`, integration)
    expect(status, JSON.stringify(body)).toBe(201)
  }
}

/** Nobody waits for it to be ready: what it does is seen. */
function startWorker({ settings }: Installation): Launched {
  return launch(['src/main.mjs'], { ...settings, SEED: 'none', ROLE: 'worker' })
}

const until = (seconds: number, check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: seconds * 1000, interval: 200 })

function callDeliveries(calls: number): Delivery[] {
  return Array.from({ length: calls }, (_, n) => {
    const call = { call_id: `call_${n}`, agent_id: AGENT, direction: 'inbound', from_number: `+34600${100_000 + n}` }
    const over = { ...call, transcript: `I am caller ${n}.` }
    const wanted = { custom_analysis_data: { create_task: true, task_title: `storm ${n}` } }
    return [
      { event: 'call_started', call },
      { event: 'call_ended', call: over },
      { event: 'call_analyzed', call: { ...over, call_analysis: wanted } },
    ].map((body) => {
      const text = JSON.stringify(body)
      return { path: '/v1/webhooks/voice-platform-a', text, proof: () => retell(text, SECRET) }
    })
  }).flat()
}

function messageDeliveries(messages: number): Delivery[] {
  return Array.from({ length: messages }, (_, n) => {
    const from = { id: 1000 + n, is_bot: false, first_name: `Guest ${n}` }
    const message = { message_id: 1, date: 1_794_700_000, chat: { id: 1000 + n }, from, text: 'List the departments' }
    const text = JSON.stringify({ update_id: n, message })
    return {
      path: '/v1/webhooks/bot-messenger',
      text,
      proof: () => ({ 'x-telegram-bot-api-secret-token': SHOWN }),
    }
  })
}

/** Answers how many of them were there before. */
async function send(api: ServerProcess, deliveries: Delivery[]): Promise<number> {
  let [next, duplicates] = [0, 0]
  const lane = async (): Promise<void> => {
    for (let delivery = deliveries[next++]; delivery; delivery = deliveries[next++]) {
      const headers = { 'content-type': 'application/json', ...delivery.proof() }
      const response = await fetch(`${api.url}${delivery.path}`, { method: 'POST', headers, body: delivery.text })
      const body = (await response.json()) as { duplicate: boolean }
      expect(response.status, JSON.stringify(body)).toBe(200)
      if (body.duplicate) duplicates += 1
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return duplicates
}

async function countOf({ rows }: Installation, condition: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    `select count(*)::int as count from inbound_deliveries where ${condition}`,
  )
  return row?.count ?? 0
}

async function answered({ rows }: Installation): Promise<number> {
  const [row] = await rows<{ count: number }>(
    `select count(*)::int as count from messages where author_kind = 'agent' and direction = 'out'`,
  )
  return row?.count ?? 0
}

async function assertOnce(installation: Installation, { calls, messages }: Omit<Storm, 'kills' | 'waitSeconds'>) {
  const { rows } = installation
  expect(await countOf(installation, "status = 'failed'")).toBe(0)
  const tasks = await rows<{ title: string }>(`select title from tasks where title like 'storm %' order by title`)
  expect(new Set(tasks.map(({ title }) => title)).size).toBe(calls)
  expect(tasks).toHaveLength(calls)
  // The start, the words, the analysis: three messages in each conversation.
  const talks = await rows<{ source: string; said: number; talks: number }>(`
    select source, said::int, count(*)::int as talks from (
      select c.source, c.id, count(m.id) as said from conversations c
      join messages m on m.workspace_id = c.workspace_id and m.conversation_id = c.id
      where c.source in ('voice-platform-a', 'bot-messenger') group by c.source, c.id) t
    group by source, said order by source, said`)
  expect(talks).toEqual([
    ...(messages > 0 ? [{ source: 'bot-messenger', said: 2, talks: messages }] : []),
    { source: 'voice-platform-a', said: 3, talks: calls },
  ])
  const [runs] = await rows<{ count: number }>('select count(*)::int as count from agent_runs')
  expect(runs?.count).toBe(messages)
}

function shuffled<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }))
  return keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item)
}
