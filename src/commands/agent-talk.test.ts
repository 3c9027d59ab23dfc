import { expect, onTestFinished, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { agentPlace, type AgentPlace } from '#test/agent-place.ts'
import { addressOf } from '#test/event-source.ts'
import { startProxy } from '#test/proxy.ts'
import { openTalk } from './agent-talk.ts'

interface Habits {
  url?: string
  answer?: () => Promise<string | undefined>
}

/** Somebody at a terminal, who says yes to what is to be done. */
async function atTerminal(place: AgentPlace, { url, answer = async () => undefined }: Habits = {}) {
  const password = 'good-enough-for-a-test'
  const { email, userId } = await place.make.person({ password })
  const shown: string[] = []
  const talk = await openTalk({
    url: url ?? (await addressOf(place.app)),
    email,
    password,
    workspace: place.workspaceId,
    agent: place.agentId,
    write: (part) => void shown.push(part),
    decide: async () => 'approve',
    answer,
  })
  return { talk, userId, screen: () => shown.join('') }
}

const QUESTION = { calls: [{ name: 'ask_person', input: { message: 'Which one?', options: ['Left', 'Right'] } }] }

test('an answer that does not fit is asked for again', async () => {
  const place = await agentPlace()
  place.upstream.replies.push(QUESTION, { text: 'The right one.' })
  const typed = ['Right', '2']
  const { talk, screen } = await atTerminal(place, { answer: async () => typed.shift() })
  await talk.say('Close it')
  expect(screen().match(/Which one\?/g)).toHaveLength(2)
  expect(screen()).toContain('/payload/option: ')
  expect(screen()).toContain('The right one.')
})

test('whoever goes away instead of an answer ends the run', async () => {
  const place = await agentPlace()
  place.upstream.replies.push(QUESTION)
  const { talk } = await atTerminal(place)
  await talk.say('Close it')
  const runs = sql`select status from agent_runs where workspace_id = ${place.workspaceId}`
  expect(await many(place.runtime.database.pool, runs)).toEqual([{ status: 'cancelled' }])
})

test('who pauses until the sign-in has ended goes on talking', async () => {
  const place = await agentPlace()
  place.upstream.replies.push({ text: 'One.' }, { text: 'Two.' })
  const { talk, userId, screen } = await atTerminal(place)
  await talk.say('First')
  await run(place.runtime.database.pool, sql`update sessions set ended_at = now() where user_id = ${userId}`)
  await talk.say('Second')
  expect(screen()).toBe('One.\nTwo.\n')
})

test('an answer goes on where it stopped when the line was cut', async () => {
  const place = await agentPlace()
  place.upstream.replies.push(QUESTION, { text: 'The right one.' })
  const proxy = await startProxy(await addressOf(place.app))
  onTestFinished(() => proxy.close())
  const answer = async (): Promise<string> => {
    await proxy.refuse()
    await proxy.restore()
    return '2'
  }
  const { talk, screen } = await atTerminal(place, { url: proxy.url.replace(/\/$/, ''), answer })
  await talk.say('Close it')
  expect(screen().match(/The right one\./g)).toHaveLength(1)
})
