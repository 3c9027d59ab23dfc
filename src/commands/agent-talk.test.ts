import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { agentPlace, type AgentPlace } from '#test/agent-place.ts'
import { addressOf } from '#test/event-source.ts'
import { makeWorkspace } from '#test/makers.ts'
import { startProxy } from '#test/proxy.ts'
import { agentChat } from './agent-chat.ts'
import { openTalk } from './agent-talk.ts'

interface Habits {
  url?: string
  answer?: () => Promise<string | undefined>
  decide?: () => Promise<'approve' | 'reject'>
  workspace?: string | undefined
}

const PASSWORD = 'good-enough-for-a-test'

/** Somebody at a terminal, who says yes to what is to be done. */
async function atTerminal(place: AgentPlace, habits: Habits = {}) {
  const { url, answer = async () => undefined, decide = async () => 'approve' } = habits
  const { email, userId } = await place.make.person({ password: PASSWORD })
  const shown: string[] = []
  const talk = await openTalk({
    url: url ?? (await addressOf(place.app)),
    email,
    password: PASSWORD,
    workspace: 'workspace' in habits ? habits.workspace : place.workspaceId,
    agent: place.agentId,
    write: (part) => void shown.push(part),
    decide,
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

const APPROVAL = { asks: 'changes', alsoBefore: [], approvers: 'manager', validMinutes: 5 }

/** A member whose agent asks a manager before it makes a task. */
async function askingTheOffice(habits: Habits = {}) {
  const place = await agentPlace({ agent: { approval: APPROVAL } })
  const { id: departmentId } = await place.make.department()
  place.upstream.replies.push(
    { calls: [{ name: 'create_task', input: { title: 'Boiler', departmentId } }] },
    { text: 'It is done.' },
  )
  const asked: string[] = []
  const decide = async (): Promise<'approve'> => {
    asked.push('decide')
    return 'approve'
  }
  return { place, asked, ...(await atTerminal(place, { decide, ...habits })) }
}

async function agreeAsManager(place: AgentPlace): Promise<void> {
  const { token } = await place.make.person({ role: 'manager' })
  const [waiting] = (await place.asConsole(token).get('/agent-interactions')).body.items
  expect((await place.resolve(waiting.id, { decision: 'approve' }, { token })).status).toBe(200)
}

test('who may not answer a question is told who may, and reads on when they have', async () => {
  const { place, asked, talk, screen } = await askingTheOffice()
  const said = talk.say('Make one')
  await expect.poll(screen).toContain('A manager has to agree to this. Waiting')
  await agreeAsManager(place)
  expect(await said).toBeUndefined()
  expect(screen()).toContain('It is done.')
  expect(asked).toEqual([])
})

test('who may no longer answer while they are asked waits like everybody else', async () => {
  const become = (role: string) =>
    run(place.runtime.database.pool, sql`update memberships set role = ${role} where user_id = ${userId}`)
  const { place, talk, userId, screen } = await askingTheOffice({
    decide: async () => {
      await become('member')
      return 'approve'
    },
  })
  await become('manager')
  const said = talk.say('Make one')
  await expect.poll(screen).toContain('A manager has to agree to this. Waiting')
  await agreeAsManager(place)
  expect(await said).toBeUndefined()
  expect(screen()).not.toContain('No such interaction')
})

test('who has several workspaces is told to name one of them', async () => {
  const place = await agentPlace()
  const { talk, userId } = await atTerminal(place, { workspace: undefined })
  const other = await makeWorkspace(place.runtime)
  await run(
    place.runtime.database.pool,
    sql`
    insert into memberships (workspace_id, id, user_id, role, created_at, updated_at)
    values (${other}, ${newId()}, ${userId}, 'member', now(), now())`,
  )
  const said = talk.say('Where?')
  await expect(said).rejects.toThrow('You are in several workspaces. Say with --workspace in which: ')
  await expect(said).rejects.toThrow(other)
})

test('a run that fails is told, at an address with a slash too, and what was to be said alone fails with it', async () => {
  const place = await agentPlace({ agent: { model: 'local:fail-400' } })
  const url = `${await addressOf(place.app)}/`
  const { talk } = await atTerminal(place, { url })
  expect(await talk.say('Fail')).toContain('The run failed: ')
  const { email } = await place.make.person({ password: PASSWORD })
  const words = ['--url', url, '--email', email, '--password', PASSWORD, '--agent', place.agentId, '--say', 'Fail']
  await expect(agentChat(words)).rejects.toThrow('The run failed: ')
})

test('an answer that is not whole is told as that, and one that is empty too', async () => {
  const place = await agentPlace()
  const { talk, screen } = await atTerminal(place)
  const looking = { calls: [{ name: 'list_tasks', input: {} }] }
  const replies = [
    { text: 'First', finish: 'length' },
    { text: '', finish: 'content_filter' },
    looking,
    { text: '' },
  ] as const
  place.upstream.replies.push(...replies)
  for (const input of ['One', 'Two', 'Three']) expect(await talk.say(input)).toBeUndefined()
  expect(screen().split('\n')).toEqual([
    'First',
    '(the model broke off: length)',
    '(the model broke off: content-filter)',
    '  · list_tasks',
    '(no answer)',
    '',
  ])
})

test('what a model says cannot move the cursor to where a question stands', async () => {
  const place = await agentPlace()
  place.upstream.replies.push({ text: 'Fine.\u001b[1A\u001b[2K' })
  const { email } = await place.make.person({ password: PASSWORD })
  const url = await addressOf(place.app)
  const words = ['--url', url, '--email', email, '--password', PASSWORD, '--agent', place.agentId, '--say', 'Hello']
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  await agentChat(words)
  expect(written.mock.calls.map(([part]) => String(part)).join('')).toBe('Fine. [1A [2K\n')
})
