import { newId } from './crypto.ts'
import { partOf, type Db, type Pool, type Tx } from './db.ts'
import { coreFailures, fail } from './errors.ts'
import type { LinkPrincipal, OutsiderPrincipal, Principal } from './principal.ts'
import type { Services } from './services.ts'

export interface Log {
  debug(data: object, text: string): void
  info(data: object, text: string): void
  warn(data: object, text: string): void
  error(data: object, text: string): void
}

/** What a query needs: a connection and the tenant. They travel together, so neither can be forgotten. */
export interface Scope {
  readonly db: Db
  readonly workspaceId: string
}

/** Where a request comes from, as far as the server can tell. */
export interface Caller {
  /** As `networkOf` returns it. */
  readonly network: string
  /** The User-Agent. */
  readonly program: string
  /** The token this browser got when somebody signed in. */
  readonly device?: string | undefined
  /** Sets that token in the browser. Absent at doors for programs, which keep no cookies. */
  readonly giveDevice?: (token: string) => void
}

const NOWHERE: Caller = { network: 'unknown', program: '' }

/** What the service does on its own has no caller, so it gets `NOWHERE`. */
export function callerIn({ caller }: Pick<Ctx, 'caller'>): Caller {
  return caller ?? NOWHERE
}

/** What an operation runs in. */
export interface Ctx {
  readonly db: Db
  readonly principal: Principal
  readonly now: Date
  readonly requestId: string
  readonly log: Log
  readonly services: Services
  /** Versions named by If-Match; absent when the caller sent none or `*`. */
  readonly ifMatch?: readonly number[]
  /** The caller's Idempotency-Key, for what must be known again after a crash. */
  readonly idempotencyKey?: string
  /** Absent when there is no request. */
  readonly caller?: Caller
}

/** The same, inside one workspace that the principal may enter. */
export interface WorkspaceCtx extends Ctx, Scope {
  readonly db: Db
}

/** The same for the holder of a link: the workspace is the link's. */
export interface LinkCtx extends WorkspaceCtx {
  readonly principal: LinkPrincipal
  /** For addresses under the link. A secret: never kept, never logged. */
  readonly linkToken: string
}

/** For somebody outside the company talking to an agent. Its database runs only statements declared for them. */
export interface OutsideCtx extends WorkspaceCtx {
  readonly principal: OutsiderPrincipal
}

/** Inside a transaction. Locking queries and `emit` ask for this. */
export type TxCtx = WorkspaceCtx & { readonly db: Tx }

/** The service acting by itself, at this moment unless said otherwise. */
export function actingAlone<Parts extends Pick<Ctx, 'db' | 'log' | 'services'>>(
  parts: Parts,
): Pick<Ctx, 'principal' | 'now' | 'requestId'> & Parts {
  return { principal: { kind: 'system' }, now: new Date(), requestId: newId(), ...parts }
}

/**
 * Runs the work in one transaction. The callback's context is meant to shadow the outer name, so that the outer
 * connection is out of reach. Inside a transaction already (a request with an Idempotency-Key) it joins that one.
 */
export function inTransaction<C extends Ctx, T>(
  ctx: C,
  work: (ctx: C & { readonly db: Tx }) => Promise<T>,
): Promise<T> {
  if (isPool(ctx.db)) return ctx.db.transaction((tx) => work({ ...ctx, db: tx }))
  return work({ ...ctx, db: partOf(ctx.db as Tx) })
}

/** Done when what was written is committed, and never if it is not; at once where no transaction is open. */
export function afterCommit({ db }: Pick<Ctx, 'db'>, work: () => void): void {
  if (isPool(db)) work()
  else (db as Tx).after(work)
}

function isPool(db: Db): db is Pool {
  return 'transaction' in db
}

/** Refuses a change made against an old version. Call it with the row locked. */
export function assertVersion(ctx: Ctx, version: number): void {
  if (ctx.ifMatch && !ctx.ifMatch.includes(version)) fail(coreFailures.precondition_failed)
}
