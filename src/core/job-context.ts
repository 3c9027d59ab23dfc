import { actingAlone, type Ctx, type Log, type WorkspaceCtx } from './context.ts'
import { newId } from './crypto.ts'
import type { Pool } from './db.ts'
import type { Taker } from './job-queues.ts'
import type { DeliveredEvent } from './jobs.ts'
import type { Services } from './services.ts'

export function hears({ on }: Pick<Taker, 'on'>, { type }: DeliveredEvent): boolean {
  return on.includes(type) || on.includes('*')
}

export function wants(taker: Taker, event: DeliveredEvent): boolean {
  if (!hears(taker, event)) return false
  try {
    return taker.isFor === undefined || taker.isFor(event)
  } catch {
    // One event that it cannot read must not hold up all others: its job will tell.
    return true
  }
}

const NAME = /^[a-z][a-z0-9-]{0,59}$/

/** Names become queue names, so a wrong one or one used twice stops the start. */
export function refuseWrongNames(things: readonly { name: string }[]): void {
  const names = new Set<string>()
  for (const { name } of things) {
    if (!NAME.test(name)) throw new Error(`${name} cannot be the name of a subscriber or a routine`)
    if (names.has(name)) throw new Error(`two subscribers or routines are called ${name}`)
    names.add(name)
  }
}

export interface Surroundings {
  pool: Pool
  services: Services
  log: Log
}

export function routineContext({ pool, services, log }: Surroundings, routine: string): Ctx {
  const requestId = newId()
  return actingAlone({ db: pool, requestId, log: childLog(log, { routine, requestId }), services })
}

export function deliveryContext(
  { pool, services, log }: Surroundings,
  subscriber: string,
  event: DeliveredEvent,
): WorkspaceCtx {
  const { workspaceId, requestId: asked } = event
  const requestId = asked ?? newId()
  const told = childLog(log, { subscriber, event: event.id, type: event.type, workspaceId, requestId })
  return actingAlone({ db: pool, workspaceId, requestId, log: told, services })
}

function childLog(log: Log, fields: object): Log {
  return {
    debug: (data, text) => log.debug({ ...fields, ...data }, text),
    info: (data, text) => log.info({ ...fields, ...data }, text),
    warn: (data, text) => log.warn({ ...fields, ...data }, text),
    error: (data, text) => log.error({ ...fields, ...data }, text),
  }
}
