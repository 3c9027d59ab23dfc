import { fixed, sql, type Sql } from './sql.ts'
import { openedBy, reseal, seal, unseal, type Signer } from './crypto.ts'
import { many, one, run, type Db } from './db.ts'

type Row = Record<string, unknown>

/** A column that holds what is sealed, and how it opens. A test finds those that nobody has named. */
export interface SealedPlace {
  readonly table: string
  readonly column: string
  readonly type: 'text' | 'text[]' | 'jsonb'
  readonly key: readonly string[]
  readonly purpose: string
  /** What the ciphertext was bound to; `part` names one of several in a value. */
  owner(row: Row, part: string): string
  /** The value with each sealed text in it changed; a text is one itself. */
  map?(value: unknown, change: (sealed: string, part?: string) => string): unknown
  /** What else of the row is made with the secret, and found by it. */
  follow?(db: Db, signer: Signer, row: Row, opened: string): Promise<void>
}

export interface Resealed {
  table: string
  column: string
  /** Now under the newest secret. */
  resealed: number
  /** Not under it: changed by somebody else meanwhile, or under a secret that is not known here. */
  left: number
}

const BATCH = 200

/**
 * Puts everything that is sealed under the newest secret. Row by row, each only if it is still what was read, so that it
 * can go on beside nodes that write, and be broken off and begun again.
 */
export async function resealAll(db: Db, signer: Signer, places: readonly SealedPlace[]): Promise<Resealed[]> {
  const done: Resealed[] = []
  for (const place of places) done.push(await resealPlace(db, signer, place))
  return done
}

async function resealPlace(db: Db, signer: Signer, place: SealedPlace): Promise<Resealed> {
  const { table, column, key } = place
  const names = fixed(key.map((name) => `t.${name}`).join(', '))
  const ids = fixed(`json_build_array(${key.map((name) => `t.${name}::text`).join(', ')})`)
  let [resealed, left] = [0, 0]
  let after: string[] | undefined
  for (;;) {
    const rows = await many<{ id: string[]; row: Row; value: unknown }>(
      db,
      sql`
      select ${ids} as id, to_jsonb(t) - ${column}::text as row, to_jsonb(t.${fixed(column)}) as value
      from ${fixed(table)} t
      where t.${fixed(column)} is not null ${after === undefined ? sql`` : sql`and (${names}) > (${idOf(place, after)})`}
      order by ${names} limit ${BATCH}`,
    )
    for (const found of rows) {
      const outcome = await resealRow(db, signer, place, found)
      if (outcome === 'resealed') resealed += 1
      if (outcome === 'left') left += 1
    }
    if (rows.length < BATCH) return { table, column, resealed, left }
    after = rows.at(-1)?.id
  }
}

/** `fine`: there is nothing in it, or it is under the newest secret. */
async function resealRow(
  db: Db,
  signer: Signer,
  place: SealedPlace,
  { id, row, value }: { id: string[]; row: Row; value: unknown },
): Promise<'fine' | 'resealed' | 'left'> {
  const { purpose, map = (value, change) => change(value as string) } = place
  const opened: string[] = []
  let [isOld, isClosed] = [false, false]
  const changed = map(value, (sealed, part = '') => {
    if (openedBy(sealed) === signer.id) return sealed
    isOld = true
    const owner = place.owner(row, part)
    const text = unseal(signer, purpose, owner, sealed)
    if (text === undefined) isClosed = true
    else opened.push(text)
    return reseal(signer, purpose, owner, sealed) ?? sealed
  })
  if (!isOld) return 'fine'
  if (JSON.stringify(changed) === JSON.stringify(value)) return 'left'
  // First: what is broken off in between is found again by the value, which is still the old one.
  for (const text of opened) await place.follow?.(db, signer, row, text)
  if (!(await save(db, place, id, value, changed))) return 'left'
  return isClosed ? 'left' : 'resealed'
}

async function save(db: Db, place: SealedPlace, id: string[], before: unknown, after: unknown): Promise<boolean> {
  const column = fixed(place.column)
  const text = JSON.stringify(after)
  const written = {
    text: sql`${text}::jsonb #>> '{}'`,
    'text[]': sql`array(select jsonb_array_elements_text(${text}::jsonb))`,
    jsonb: sql`${text}::jsonb`,
  }[place.type]
  const count = await run(
    db,
    sql`
    update ${fixed(place.table)} set ${column} = ${written}
    where (${fixed(place.key.join(', '))}) = (${idOf(place, id)}) and to_jsonb(${column}) = ${JSON.stringify(before)}::jsonb
    returning 1`,
  )
  return count > 0
}

/** The values of the key, as texts whose type the column tells. */
function idOf({ key }: SealedPlace, id: readonly string[]): Sql {
  return key.slice(1).reduce((made, _name, index) => sql`${made}, ${id[index + 1]}`, sql`${id[0]}`)
}

/** Of which purpose proofs outlive the secret that they were made with, and for how long at most. */
export interface DurableProof {
  purpose: string
  /** Undefined: for ever. */
  days?: number
}

/** So that proofs made with the secret before are still proofs once no node has it any more. */
export async function keepKeys(db: Db, signer: Signer, proofs: readonly DurableProof[], now: Date): Promise<void> {
  for (const { purpose, days } of proofs) {
    for (const { id, key } of signer.former(purpose)) {
      const until = days === undefined ? null : new Date(now.getTime() + days * 24 * 3600 * 1000)
      const text = Buffer.from(key).toString('base64url')
      await run(
        db,
        sql`
        insert into kept_keys (purpose, secret_id, key_sealed, good_until, created_at)
        values (${purpose}, ${id}, ${seal(signer, KEPT_KEYS.purpose, `${purpose}:${id}`, text)}, ${until}, ${now})
        on conflict do nothing`,
      )
    }
  }
}

export const KEPT_KEYS = {
  table: 'kept_keys',
  column: 'key_sealed',
  type: 'text',
  key: ['purpose', 'secret_id'],
  purpose: 'kept-key',
  owner: (row) => `${String(row['purpose'])}:${String(row['secret_id'])}`,
} satisfies SealedPlace

/** At the start of a process: what was proved under secrets that it was not given. */
export async function loadKeys(db: Db, signer: Signer, now: Date): Promise<void> {
  const rows = await many<{ purpose: string; id: string; sealed: string }>(
    db,
    sql`
    select purpose, secret_id as id, key_sealed as sealed from kept_keys
    where good_until is null or good_until > ${now}
    order by created_at desc`,
  )
  for (const { purpose, id, sealed } of rows) {
    const text = unseal(signer, KEPT_KEYS.purpose, `${purpose}:${id}`, sealed)
    if (text !== undefined) signer.keep(purpose, Buffer.from(text, 'base64url'))
  }
}

/** Proofs of secrets that are not given to this process are proofs no longer. Answers how many keys that were. */
export async function forgetKeys(db: Db): Promise<number> {
  const row = await one<{ count: number }>(
    db,
    sql`with gone as (delete from kept_keys returning 1) select count(*)::int as count from gone`,
  )
  return row?.count ?? 0
}
