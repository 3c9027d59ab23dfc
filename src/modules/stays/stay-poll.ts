import type { Ctx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import type { Routine, Subscriber } from '#core/jobs.ts'
import { requestDue, wake } from './poll.queries.ts'
import { poll } from './poll.service.ts'

const DUE = 'property_system.due'

/** Polls one property system, if it is still due: of several nodes that try, one does it. */
export const stayPoll: Subscriber = {
  name: 'stay-poll',
  on: [DUE],
  retryLimit: 2,
  async handle(ctx, { payload }) {
    const { propertySystemId } = payload
    if (typeof propertySystemId === 'string') await poll(ctx, propertySystemId, { onlyIfDue: true })
  },
}

const request = { type: DUE, subscriber: stayPoll.name }

/** Each system has its own time; this only looks whose has come. */
export const pollStays: Routine = {
  name: 'poll-stays',
  cron: '* * * * *',
  async run({ db, services }) {
    if ((await requestDue(db, request)) > 0) services.wakeRelay()
  },
}

/** Somebody says that there is news. Nothing of what they say is believed: we look for ourselves. */
export async function wakePolls({ db, services }: Pick<Ctx, 'db' | 'services'>): Promise<{
  status: 'accepted'
  eventId: string
  duplicate: boolean
}> {
  const woken = await wake(db, newId())
  if (!woken.duplicate && (await requestDue(db, request)) > 0) services.wakeRelay()
  return { status: 'accepted', ...woken }
}
