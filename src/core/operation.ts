import type { Static, TObject, TSchema } from 'typebox'
import type { Access, LinkAccess, OutsideAccess, ScopeName, WorkspaceAccess } from './access.ts'
import { entersWorkspace, isForLinks, isOpenTo, LINK_TOKENS, linkFailures } from './access.ts'
import type { Ctx, LinkCtx, OutsideCtx, WorkspaceCtx } from './context.ts'
import { coreFailures, Refusal, type Failure } from './errors.ts'
import { closed } from './schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type CtxFor<A extends Access> = A extends WorkspaceAccess
  ? WorkspaceCtx
  : A extends LinkAccess
    ? LinkCtx
    : A extends OutsideAccess
      ? OutsideCtx
      : Ctx

/** What of the path is in the context. */
type InContext = 'workspaceId' | 'shareToken' | 'doorToken'

/** Path, query and body laid flat. */
export type InputOf<P extends TObject, Q extends TObject, B extends TSchema> = Omit<Static<P>, InContext> &
  Static<Q> &
  Static<B>

export interface OperationSpec<
  A extends Access,
  P extends TObject,
  Q extends TObject,
  B extends TObject,
  R extends TSchema,
> {
  id: string
  summary: string
  description?: string
  /** The heading it stands under in the reference. */
  tag: string
  access: A
  /** The path is written with `:name` parameters, relative to the surface it is mounted on. */
  rest: { method: Method | readonly Method[]; path: string }
  params?: P
  query?: Q
  body?: B
  reply: R
  /** What a restricted key gets instead of `reply`. */
  replyRestricted?: TSchema
  /** Nothing in the body is required, and so it may be left out. */
  bodyOptional?: boolean
  /** Success status; 200 unless said. */
  status?: 200 | 201 | 202 | 204
  /** Object contract named in `X-Object-Contract`. */
  contract?: string
  /** Failures beyond those every operation of its access can have. */
  errors?: readonly Failure[]
  /** The reply carries `version`: the answer gets an ETag from it. */
  versioned?: boolean
  /** With `versioned`, what never changes: its own hash is the ETag, and whoever has it need not ask again. */
  immutable?: (result: Static<R>) => string
  /** Honours If-Match. Changes of versioned objects do without saying. */
  conditional?: boolean
  /** Refuses a change without If-Match; the last ETag, or `*` for whatever there is. */
  matchRequired?: boolean
  /** Fields of the reply shown once: not kept with an Idempotency-Key, null in a replay. */
  secrets?: readonly string[]
  /** `/auth/*` ignores Idempotency-Key. */
  ignoresIdempotencyKey?: boolean
  /** Its X-Request-Id makes it safe to repeat, so one that cannot be used is refused. */
  knownByRequestId?: boolean
  /** The same request again is no error: a result that says `created: false` is answered with 200 in place of 201. */
  repeatable?: boolean
  /**
   * Has an effect outside of the database: it runs outside of any transaction, with an Idempotency-Key too, and must
   * be safe to run again after a crash.
   */
  outsideTransaction?: boolean
  /** Of such an operation: refuses what can be refused before the effect, for those who are asked whether to do it. */
  foresee?(ctx: CtxFor<A>, input: InputOf<P, Q, B>): Promise<void>
  /** What else a yes covers that no version tracks, such as what would run. The change itself must not alter it. */
  besides?(ctx: CtxFor<A>, input: Readonly<Record<string, unknown>>): Promise<unknown>
  /**
   * Where the path names a thing and not its workspace: refuses those whom the thing is not for. Asked when something is
   * wrong with the request, of which they are to learn nothing; `run` asks the same.
   */
  refuseStrangers?(ctx: CtxFor<A>, path: Static<P>): Promise<unknown>
  /** Changes nothing, as every GET does not: workflows may do it in tests and in the shadow of another engine. */
  readsOnly?: boolean
  /** Where what was created is found; under the address of the request by its id unless said. */
  location?: (path: string, result: Static<R>) => string | undefined
  /** Changes who may do what: the answer waits until every node has dropped what it remembered. */
  settlesCredentials?: boolean
  /** The name and version by which workflows call it, and what a key must hold to use it there if no door says so. */
  workflow?: { name: string; version: string; scope?: ScopeName }
  /** The reply in other media types, for those who accept one of them rather than JSON. */
  contents?: Readonly<Record<string, (result: Static<R>) => string>>
  /** The body may also be called so: other media types that are JSON. */
  bodyTypes?: readonly string[]
  /** The body may also come as a text of one of these media types. */
  textBody?: TextBody
  /** What is read here as it goes on, for those who accept a stream of events. */
  stream?(ctx: CtxFor<A>, input: InputOf<P, Q, B>, live: Live): Promise<AsyncIterable<string> | undefined>
  run(ctx: CtxFor<A>, input: InputOf<P, Q, B>): Promise<Static<R> & { created?: boolean }>
}

export interface TextBody {
  readonly types: readonly string[]
  /** The text as the body that the schema describes. */
  read(text: string): object
}

/** A stream of events as its reader has it. */
export interface Live {
  /** The last that it has; absent for one that begins. */
  readonly lastEventId?: string
  /** When its reader is gone, or has to come again. */
  readonly signal: AbortSignal
  /** Whether its reader may still read it. */
  isAdmitted(): Promise<boolean>
}

/** Everything the product can do is one of these; every door is made from it. */
export interface Operation {
  readonly id: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly access: Access
  readonly methods: readonly Method[]
  readonly path: string
  readonly params: TObject
  readonly query: TObject
  readonly body: TObject | undefined
  readonly reply: TSchema
  readonly replyRestricted?: TSchema
  readonly bodyOptional: boolean
  readonly status: number
  readonly contract?: string
  readonly errors: readonly Failure[]
  readonly versioned: boolean
  immutable?(result: unknown): string
  readonly conditional: boolean
  readonly matchRequired: boolean
  readonly secrets: readonly string[]
  readonly knownByRequestId?: boolean
  readonly repeatable: boolean
  readonly outsideTransaction: boolean
  readonly readsOnly: boolean
  readonly ignoresIdempotencyKey: boolean
  readonly settlesCredentials: boolean
  readonly workflow?: { readonly name: string; readonly version: string; readonly scope?: ScopeName }
  /** What does not fit a schema: made by `uploadOperation` and `fileOperation`. */
  readonly raw?: Raw
  readonly contents?: Readonly<Record<string, (result: never) => string>>
  readonly bodyTypes?: readonly string[]
  readonly textBody?: TextBody
  stream?(ctx: Ctx, input: Record<string, unknown>, live: Live): Promise<AsyncIterable<string> | undefined>
  location?(path: string, result: unknown): string | undefined
  foresee?(ctx: Ctx, input: Record<string, unknown>): Promise<void>
  besides?(ctx: Ctx, input: Readonly<Record<string, unknown>>): Promise<unknown>
  refuseStrangers?(ctx: Ctx, path: Record<string, unknown>): Promise<unknown>
  run(ctx: Ctx, input: Record<string, unknown>): Promise<unknown>
}

/** A form with a file comes in, or a file goes out. */
export type Raw = { kind: 'upload'; sizeBytesMax: number; tooLarge: Failure } | { kind: 'file' }

const NOTHING = closed({})

export function operation<
  const A extends Access,
  R extends TSchema,
  P extends TObject = TObject<{}>,
  Q extends TObject = TObject<{}>,
  B extends TObject = TObject<{}>,
>(spec: OperationSpec<A, P, Q, B, R>): Operation {
  const { rest, params = NOTHING, query = NOTHING, body, status = 200, ...others } = spec
  const errors = [...(isForLinks(spec.access) ? Object.values(linkFailures) : []), ...(spec.errors ?? [])]
  const { secrets = [], versioned = false, repeatable = false, outsideTransaction = false } = spec
  const { ignoresIdempotencyKey = false, settlesCredentials = false, bodyOptional = false } = spec
  const methods = [rest.method].flat()
  const { readsOnly = methods.every((method) => method === 'GET') } = spec
  const { matchRequired = false } = spec
  const { conditional = matchRequired || (versioned && methods.includes('PATCH')) } = spec
  refuseMisdeclared(spec.id, spec.access, rest.path, [params, query, body ?? NOTHING])
  return {
    ...others,
    methods,
    path: rest.path,
    params,
    query,
    body,
    bodyOptional,
    status,
    errors,
    secrets,
    versioned,
    conditional,
    matchRequired,
    repeatable,
    outsideTransaction,
    readsOnly,
    ignoresIdempotencyKey,
    settlesCredentials,
    // The doors validate the input against these very schemas before they call.
    // The last gate for people outside the company, whichever way they came.
    run: (ctx, input) =>
      isOpenTo(spec.access, ctx.principal)
        ? spec.run(ctx as CtxFor<A>, input as InputOf<P, Q, B>)
        : Promise.reject(new Refusal(coreFailures.insufficient_role)),
  }
}

/** Wrong declarations stop the start instead of opening a hole. */
function refuseMisdeclared(id: string, access: Access, path: string, parts: TObject[]): void {
  if (access === undefined) throw new Error(`${id}: an operation must declare its access`)
  if (entersWorkspace(access) !== path.includes('/workspaces/:workspaceId')) {
    throw new Error(`${id}: access and path disagree about the workspace`)
  }
  if (isForLinks(access) && !path.includes(`/:${LINK_TOKENS[access.link]}`)) {
    throw new Error(`${id}: the path has no :${LINK_TOKENS[access.link]}`)
  }
  // A body may repeat the workspace, as a read-only field; the one in the path is in the context.
  const [params, ...others] = parts.map((part) => Object.keys(part.properties))
  const names = [...(params ?? []).filter((name) => name !== 'workspaceId'), ...others.flat()]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`${id}: ${twice} stands in two of path, query and body`)
}
