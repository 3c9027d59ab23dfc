import type { Log } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { writeBehind, type WriteBehind } from '#core/write-behind.ts'
import { insertCalls, type MeteredCall } from './metering.queries.ts'

export type Meter = WriteBehind<MeteredCall>

export function openMeter(pool: Pool, log: Log): Meter {
  return writeBehind({ write: (calls) => insertCalls(pool, calls), what: 'calls of models', waitingMax: 50_000, log })
}
