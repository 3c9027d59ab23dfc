import { expect } from 'vitest'
import { demoKeyOf, newInstallation, type Installation } from './installation.ts'
import { eventually, startServer } from './process.ts'
import {
  assertAllThereOnce,
  newLedger,
  retryWithKeys,
  startWriters,
  untilAcknowledged,
  type Ledger,
} from './write-stream.ts'

/** Kills the server in the middle of a stream of writes, again and again, and looks after each restart for what is there. */
export async function surviveKills(kills: number): Promise<Ledger> {
  // Without the role that hands events out they stay where they were written, and can be counted.
  const installation = await newInstallation({ ROLE: 'api' })
  const ledger = newLedger()
  let server = await startServer(installation.settings)
  const key = await demoKeyOf(server)
  for (let kill = 1; kill <= kills; kill++) {
    const writers = startWriters(server.as(key), ledger)
    await untilAcknowledged(ledger, 20 + Math.floor(Math.random() * 60))
    expect((await server.kill()).signal).toBe('SIGKILL')
    await writers.stop()
    if (kill === kills) await assertEventsMatch(installation)
    server = await startServer({ ...installation.settings, ROLE: kill === kills ? 'all' : 'api' })
    await retryWithKeys(server.as(key), ledger)
    await assertAllThereOnce(server.as(key), ledger)
  }
  const nobody = server.as()
  await eventually(async () => expect((await nobody.get('/metrics')).body).toMatch(/^innkeeper_jobs_waiting 0$/m))
  await server.stop()
  await installation.remove()
  return ledger
}

/** Every property has the one event of its making, and no event is about a property that is not there. */
async function assertEventsMatch({ rows }: Installation): Promise<void> {
  const wrong = await rows(`
    select p.id, o.ids from properties p
    full join (select payload->>'propertyId' as id, array_agg(id) as ids from outbox where type = 'property.created' group by 1) o
      on o.id = p.id::text
    where p.id is null or coalesce(cardinality(o.ids), 0) <> 1`)
  expect(wrong).toEqual([])
}
