import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { schemaOf, validOf, type Schema } from './arbitrary.ts'
import { harness, type Harness, type TestApp } from './harness.ts'
import { snapshotOf, watchWrites } from './snapshot.ts'
import { makeSubjects } from './subjects.ts'

/** A text, and how it stands in JSON: each of them is looked for in every answer. */
interface Secret {
  text: string
  written: string
}

/** Two workspaces with things of the same kinds: the walls of the one are tested by somebody of the other. */
export interface Strangers {
  owner: Harness
  ownerIds: Record<string, string>
  /** A word that is in the owner's texts and nowhere else. */
  mark: string
  other: Harness
  otherIds: Record<string, string>
  /** Texts of the owner's rows that are in none of the other's. */
  secrets: readonly Secret[]
  /** Since it was asked last, no row of the owner, or of one of their people, was written. */
  expectUntouched(): Promise<void>
  /** All of it is as it was. */
  expectAllThere(): Promise<void>
  close(): Promise<void>
}

/** Made once for all tests of a file: to make everything anew for each operation takes time by their square. */
export async function strangers(on?: TestApp): Promise<Strangers> {
  const rowsOf = ({ runtime, workspaceId }: Harness) => snapshotOf(runtime.database.pool, workspaceId)
  const owner = await harness(on)
  const mark = `mark-${randomBytes(6).toString('hex')}`
  const ownerIds = await makeSubjects(owner, mark)
  const ownerRows = await rowsOf(owner)
  const other = await harness(on)
  const otherIds = await makeSubjects(other, `own-${randomBytes(6).toString('hex')}`)
  const known = textsIn(await rowsOf(other))
  const { pool } = owner.runtime.database
  const people = await many<{ id: string }>(
    pool,
    sql`select user_id as id from memberships where workspace_id = ${owner.workspaceId}`,
  )
  const ours = [owner.workspaceId, ...people.map(({ id }) => id)]
  const watch = await watchWrites(pool)
  return {
    owner,
    ownerIds,
    mark,
    other,
    otherIds,
    secrets: [...textsIn(ownerRows)]
      .filter((text) => !known.has(text))
      .map((text) => ({ text, written: JSON.stringify(text).slice(1, -1) })),
    expectUntouched: async () => expect(await watch.writes(ours)).toEqual([]),
    expectAllThere: async () => expect(await rowsOf(owner)).toEqual(ownerRows),
    close: () => watch.stop(),
  }
}

function textsIn(value: unknown, texts = new Set<string>()): Set<string> {
  // A moment or a word of the contract, such as a state, is nobody's; what belongs to somebody has a mark or a number.
  const isOwn = typeof value === 'string' && value.length >= 6 && !/^\d{4}-\d\d-\d\dT|^[a-z_]+$/.test(value)
  if (isOwn) texts.add(value)
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) textsIn(inner, texts)
  return texts
}

/** What the caller sent itself, such as an id, may come back. */
export function leaksIn(secrets: readonly Secret[], sent: unknown, received: unknown): string[] {
  const [asked, answered] = [JSON.stringify(sent), JSON.stringify(received)]
  const leaks = secrets.filter(({ text, written }) => answered.includes(written) && !asked.includes(text))
  return leaks.map(({ text }) => text)
}

/** One that the schema allows, the same each time for the same seed. */
export function sampleOf(schema: Schema, seed: string): unknown {
  return fc.sample(validOf(schema), { numRuns: 1, seed: seed.length })[0]
}

export function requiredOnly(given: Schema): Schema {
  const { properties = {}, ...rest } = schemaOf(given)
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => rest.required?.includes(name))),
  }
}
