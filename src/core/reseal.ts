import { fixed, sql, type Sql } from './sql.ts'
import { openedBy, reseal, seal, unseal, type Signer } from './crypto.ts'
import { many, one, run, type Db } from './db.ts'

type Row = Record<string, unknown>

/** A column with sealed values, and how to open them. A test finds columns that are not listed. */
export interface SealedPlace {
  readonly table: string
  readonly column: string
  readonly type: 'text' | 'text[]' | 'jsonb'
  readonly key: readonly string[]
  readonly purpose: string
  /** The owner the ciphertext is bound to; `part` names one of several ciphertexts in a value. */
  owner(row: Row, part: string): string
  /** Applies `change` to each ciphertext in a value. By default the value itself is one. */
  map?(value: unknown, change: (sealed: string, part?: string) => string): unknown
  /** Updates whatever else in the row derives from the secret. */
  follow?(db: Db, signer: Signer, row: Row, opened: string): Promise<void>
}

export interface Resealed {
  table: string
  column: string
  resealed: number
  /** Not resealed: changed by somebody else meanwhile, or sealed under an unknown secret. */
  left: number
}

const BATCH = 200

/**
 * Reseals everything under the newest secret. Each row is updated only if it has not changed since it was read, so this
 * is safe while nodes are writing, and safe to stop and start over.
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

/** `fine`: nothing in the row is under an older secret. */
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
  // Before saving: if this stops halfway, the old value marks the row as not yet done.
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

/** The key's values as untyped parameters; PostgreSQL infers their types from the columns. */
function idOf({ key }: SealedPlace, id: readonly string[]): Sql {
  return key.slice(1).reduce((made, _name, index) => sql`${made}, ${id[index + 1]}`, sql`${id[0]}`)
}

/** A purpose whose proofs outlive the secret they were made with. */
export interface DurableProof {
  purpose: string
  /** How long they stay good; undefined means forever. */
  days?: number
}

/** Stores the former secret's keys for these purposes, so that its proofs stay valid once no node has that secret. */
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

/** Loads the stored keys at startup, to accept proofs made under former secrets. */
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

/** Deletes the stored keys, which invalidates proofs made under former secrets. Returns how many there were. */
export async function forgetKeys(db: Db): Promise<number> {
  const row = await one<{ count: number }>(
    db,
    sql`with gone as (delete from kept_keys returning 1) select count(*)::int as count from gone`,
  )
  return row?.count ?? 0
}
