import type { Db, Pool, Tx } from './db.ts'
import { isRecord } from './json-record.ts'
import type { Sql } from './sql.ts'

/** Who outside the company may speak with an agent, from the one who may least. */
export const OUTSIDE = ['stranger', 'guest', 'vendor'] as const
export type Outside = (typeof OUTSIDE)[number]

/** How what they want done came: over a phone, or written. */
export type Way = 'MESSAGE' | 'CALL'

/** Somebody outside, as far as the channel has proven who they are. */
export interface Outsider {
  readonly kind: Outside
  /** The contact of a guest, the vendor itself; a stranger has none. */
  readonly subjectId: string | null
  /** What they are called in the history. */
  readonly name: string
  /** The conversation they write in, which is theirs. */
  readonly conversationId: string | null
  /** The same for what the same person wrote in the same conversation. null: nobody says whether it was the same one. */
  readonly key: string | null
}

/** For whom a run of an agent speaks. */
export type Audience =
  | {
      readonly kind: 'member'
      /** Who has bound the agent to the channel: the member has no more rights there than this person. */
      readonly within?: string
    }
  | Outsider

const NOBODY: Outsider = { kind: 'stranger', subjectId: null, name: 'somebody', conversationId: null, key: null }

/** As it was kept. Whatever cannot be read is a stranger. */
export function audienceIn(kept: unknown): Audience {
  if (!isRecord(kept)) return NOBODY
  const { kind, within } = kept
  if (kind === 'member') return typeof within === 'string' ? { kind, within } : { kind }
  const text = (name: string): string | null => (typeof kept[name] === 'string' ? kept[name] : null)
  const [subjectId, conversationId, key] = ['subjectId', 'conversationId', 'key'].map(text)
  const known = OUTSIDE.find((each) => each === kind)
  const isProven = known !== undefined && (known === 'stranger') === (subjectId === null)
  const outsider = { name: text('name') ?? NOBODY.name, conversationId: conversationId ?? null, key: key ?? null }
  return isProven ? { ...outsider, kind: known, subjectId: subjectId ?? null } : { ...NOBODY, ...outsider }
}

export function isOutside(audience: Audience): audience is Outsider {
  return audience.kind !== 'member'
}

/** Who acts, in the words of a history. */
export function deedOf(agentName: string, { kind, name }: Pick<Outsider, 'kind' | 'name'>): string {
  return `agent ${agentName} for ${kind === 'stranger' ? `unknown ${name}` : `${kind} ${name}`}`
}

const whole = new WeakMap<Db, Db>()

/**
 * The database as somebody outside reaches it: only statements go through that say what of it is theirs. One that was
 * written without them in mind fails, instead of telling too much.
 */
export function limitedDb<D extends Db>(db: D): D {
  if (whole.has(db)) return db
  const inner = db as Db & Partial<Pick<Tx, 'last'>> & Partial<Pick<Pool, 'transaction'>>
  const limited = {
    ...inner,
    rows: (query: Sql) => inner.rows(checked(query)),
    together: (queries: readonly Sql[]) => inner.together(queries.map(checked)),
    ...(inner.last && { last: (...queries: readonly Sql[]) => inner.last?.(...queries.map(checked)) }),
    ...(inner.transaction && {
      transaction: <T>(work: (tx: Tx) => Promise<T>) => inner.transaction?.((tx) => work(limitedDb(tx))),
    }),
    raw: refuse,
    script: refuse,
    atEnd: refuse,
  } as unknown as D
  whole.set(limited, db)
  return limited
}

function checked(query: Sql): Sql {
  return query.shape.isLimited ? query : refuse()
}

function refuse(): never {
  throw new Error('a statement that does not say what of it is for somebody outside was run for them')
}

/**
 * The whole database again, for the few things that the house does for somebody outside. What is done with it has been
 * found to be theirs before.
 */
export function asHouse<C extends { readonly db: Db }>(ctx: C): C {
  const db = whole.get(ctx.db)
  return db ? { ...ctx, db } : ctx
}
