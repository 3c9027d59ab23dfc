import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { receiveMessage, type Incoming } from '#modules/conversations/inbound.service.ts'
import { SYSTEM } from '#modules/conversations/message.schema.ts'
import type { Office } from './console-stage.ts'

const MINUTE_MILLIS = 60_000

let number = 0

/** Somebody outside says something to this company. Answers the conversation. */
export async function hear(
  here: Pick<Office, 'runtime' | 'workspaceId'>,
  { minutesAgo = 0, ...incoming }: Partial<Incoming> & { minutesAgo?: number },
): Promise<string> {
  const ctx = { ...systemContext(here.runtime), workspaceId: here.workspaceId, now: new Date() }
  const { conversationId } = await receiveMessage(ctx, {
    channel: 'sms',
    source: 'phone',
    messageId: `message-${++number}`,
    from: { name: 'Clara Weiss', address: '+351 912 345 678' },
    text: 'Hello?',
    at: new Date(Date.now() - minutesAgo * MINUTE_MILLIS),
    ...incoming,
  })
  return conversationId
}

/** A call, as a voice platform hands it over. */
export async function call(here: Pick<Office, 'runtime' | 'workspaceId'>, lines: string[]): Promise<string> {
  const about = {
    channel: 'voice',
    source: 'voice',
    threadId: `call-${++number}`,
    subject: 'Call from +44 20 7946 0000',
    from: { name: 'Oliver Brandt', address: '+44 20 7946 0000' },
  } as const
  await hear(here, { ...about, text: 'The call began.', by: SYSTEM, minutesAgo: 58 })
  await hear(here, { ...about, text: lines.join('\n'), minutesAgo: 55 })
  return hear(here, { ...about, text: 'The call lasted 2 min 41 s.', by: SYSTEM, minutesAgo: 55 })
}

/** A meeting that a recorder sat in. */
export async function meet(
  { runtime, workspaceId }: Pick<Office, 'runtime' | 'workspaceId'>,
  said: string[],
): Promise<string> {
  const [id, now, { pool }] = [newId(), new Date(), runtime.database]
  const times = { stateAt: now, startedAt: now, createdAt: now, updatedAt: now }
  const texts = { title: 'Monday round', state: 'done', summary: 'The boiler comes first.', summaryMethod: 'rules' }
  const meeting = { workspaceId, id, source: 'test', externalId: id, ...texts, ...times }
  await run(pool, sql`insert into meetings ${insertion(meeting)}`)
  for (const [index, text] of said.entries()) {
    const line = { workspaceId, meetingId: id, lineKey: `${index}`, beginsAtSeconds: index * 61, createdAt: now }
    await run(pool, sql`insert into meeting_lines ${insertion({ ...line, speaker: 'Inês', text })}`)
  }
  return id
}

const BOILER = `If there is no hot water, look at the boiler first.

## Error E2: low pressure
The needle must be between 1 and 1.5 bar.

1. Open both blue valves slowly.
2. Close them at 1.2 bar.
3. Press \`Reset\` for five seconds.

If it falls again within a day there is a leak.`

/** An article that was published twice. */
export async function publishTwice({ asAdmin }: Pick<Office, 'asAdmin'>, title: string): Promise<string> {
  const fields = {
    title,
    body: BOILER,
    tags: ['boiler', 'heating'],
    category: 'Trouble in the home',
    visibility: 'guest',
  }
  const { id } = (await asAdmin.post('/articles', fields)).body
  await asAdmin.post(`/articles/${id}/publish`)
  const body = BOILER.replace('five seconds', 'ten seconds').replace('at 1.2 bar.', 'at 1.3 bar.')
  await asAdmin.patch(`/articles/${id}`, { body: `${body}\n\nCall us in any case.` })
  await asAdmin.post(`/articles/${id}/publish`)
  return id
}
