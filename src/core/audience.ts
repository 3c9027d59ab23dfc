import type { Db, Pool, Tx } from './db.ts'
import { isRecord } from './json-record.ts'
import type { Sql } from './sql.ts'

/** Who outside the company may talk to an agent, least trusted first. */
export const OUTSIDE = ['stranger', 'guest', 'vendor'] as const
export type Outside = (typeof OUTSIDE)[number]

/** How the request came in: in writing or over the phone. */
export type Way = 'MESSAGE' | 'CALL'

/** Somebody outside the company, identified as far as the channel can prove. */
export interface Outsider {
  readonly kind: Outside
  /** A guest's contact or the vendor; null for a stranger. */
  readonly subjectId: string | null
  /** Their name in histories. */
  readonly name: string
  /** The conversation they are writing in. */
  readonly conversationId: string | null
  /** Identifies one writer in one conversation; null when the channel does not say who wrote. */
  readonly key: string | null
}

/** On whose behalf an agent's run acts. */
export type Audience =
  | {
      readonly kind: 'member'
      /** Who connected the agent to the channel. The member's rights there are capped at this person's. */
      readonly within?: string
    }
  | Outsider

const NOBODY: Outsider = { kind: 'stranger', subjectId: null, name: 'somebody', conversationId: null, key: null }

/** Parses a stored audience; anything unreadable is a stranger. */
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

/** Who acted, as a history words it. */
export function deedOf(agentName: string, { kind, name }: Pick<Outsider, 'kind' | 'name'>): string {
  return `agent ${agentName} for ${kind === 'stranger' ? `unknown ${name}` : `${kind} ${name}`}`
}

const whole = new WeakMap<Db, Db>()

/**
 * The database as somebody outside sees it. A statement runs only if it declares which rows are theirs; one written
 * without outsiders in mind fails instead of leaking.
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
 * Lifts `limitedDb` for the few things the service itself does for somebody outside. Callers must already have checked
 * that the records involved are theirs.
 */
export function asHouse<C extends { readonly db: Db }>(ctx: C): C {
  const db = whole.get(ctx.db)
  return db ? { ...ctx, db } : ctx
}
