import { isDeepStrictEqual } from 'node:util'
import type { Audience } from '#core/audience.ts'
import { canonicalJson } from '#core/canonical-json.ts'
import { afterCommit, inTransaction, type TxCtx } from '#core/context.ts'
import { newId, sha256 } from '#core/crypto.ts'
import { violatedUnique } from '#core/db-failures.ts'
import { coreFailures, defineFailures, fail, failTaken, type Failure } from '#core/errors.ts'
import { refuseAny } from '#core/validate.ts'
import type { PersonCtx } from './actor.service.ts'
import { agentToRun, failures as agentFailures, type AgentRow } from './agent.service.ts'
import { lockLog } from './event.queries.ts'
import { appendEvents } from './event.service.ts'
import { listPending } from './interaction.queries.ts'
import { assertOutputSchema } from './output-schema.ts'
import { cancelledEvents, closeInteractions } from './run-events.ts'
import * as runs from './run.queries.ts'
import type { InputPart, InvokeRequest } from './run.schema.ts'
import type { AgentSession } from './session.schema.ts'
import { createSession, failures as sessionFailures, maySee } from './session.service.ts'
import { findActiveRun, findSessionAnywhere } from './session.queries.ts'

export type RunRow = runs.RunRow

export const failures = {
  ...agentFailures,
  ...sessionFailures,
  ...defineFailures({
    run_active: { status: 409, text: 'The session has an open run, and multitask_strategy is "reject".' },
    run_id_taken: { status: 409, text: 'Another run has this id.' },
    message_id_taken: { status: 409, text: 'Another message of the session has this message_id. Make a new one.' },
    request_id_reused: { status: 409, text: 'This X-Request-Id was used with another body.' },
    agent_needed: { status: 422, text: 'Nobody has worked in this session yet: say which agent should.' },
    tools_not_of_agent: { status: 422, text: 'The agent does not have all of these tools.' },
    output_schema_invalid: { status: 422, text: 'The output_schema cannot be used.' },
    run_not_found: { status: 404, text: 'No such run.' },
  }),
}

/** What is asked of an agent, whichever door it comes through. */
export interface Start extends Pick<
  InvokeRequest,
  | 'input'
  | 'message_id'
  | 'multitask_strategy'
  | 'model'
  | 'context'
  | 'metadata'
  | 'instructions'
  | 'max_steps'
  | 'tools'
  | 'output_schema'
> {
  run_id?: string
  agent_id?: string
  /** For whom it speaks; by default the person who starts it. */
  audience?: Audience
  /** Undefined for a new session. */
  session?: AgentSession
  /** The same request again is the same run. */
  request?: { id: string; body: unknown; reused: Failure }
}

export interface Started {
  run: RunRow
  deduplicated: boolean
}

/** The session with this id, for somebody who may see it. */
export async function sessionFor(ctx: PersonCtx, sessionId: string): Promise<AgentSession> {
  const session = await findSessionAnywhere(ctx.db, sessionId)
  if (!session || session.workspaceId !== ctx.workspaceId) fail(failures.session_not_found)
  return maySee(session, ctx.principal) ? session : fail(failures.session_forbidden)
}

/** Puts a run in line. The person's words are in the log from now on, whenever their turn comes. */
export async function startRun(ctx: PersonCtx, start: Start): Promise<Started> {
  if (start.output_schema) assertOutputSchema(start.output_schema, failures.output_schema_invalid)
  assertFiles(ctx, partsOf(start.input))
  const { stopped, ...started } = await retrying(() => inTransaction(ctx, (ctx) => begun(ctx, start)))
  afterCommit(ctx, () => {
    ctx.services.sessionLog.tell(started.run.sessionId)
    for (const runId of stopped) ctx.services.runSignals.send(`cancel:${runId}`)
    ctx.services.runSignals.send('queued')
  })
  return started
}

/** The provider fetches them, and one that runs beside this service could reach what nobody outside may. */
function assertFiles({ services }: PersonCtx, parts: readonly InputPart[]): void {
  const message = 'Must be an https address on the public internet, or one that the operator has allowed.'
  const refused = parts.flatMap((part, index) =>
    part.type === 'file' && !services.outbound.allows(part.url)
      ? [{ pointer: `/input/${index}/url`, code: 'not_allowed', message }]
      : [],
  )
  refuseAny(refused)
}

const TWINS = ['agent_runs_request', 'agent_runs_message', 'agent_runs_pkey']

/** Another run came between the look at the session and its lock. */
class Overtaken extends Error {}
const OVERTAKEN_MAX = 20

/** Two of the same at once: the second finds the first. Two different ones: the second sees the first. */
async function retrying<T>(work: () => Promise<T>, left = OVERTAKEN_MAX): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Overtaken && left > 0) return retrying(work, left - 1)
    if (error instanceof Overtaken) fail(coreFailures.unavailable)
    if (!TWINS.includes(violatedUnique(error) ?? '')) throw error
    return work()
  }
}

interface Begun extends Started {
  stopped: string[]
}

async function begun(ctx: TxCtx & PersonCtx, start: Start): Promise<Begun> {
  const request = requestOf(ctx, start)
  const known = await findTwin(ctx, start, request)
  if (known) return repeated(known)
  const agent = await agentFor(ctx, start)
  const session = start.session ?? (await createSession(ctx, { userId: ctx.principal.userId }))
  const open = start.session ? await lockSession(ctx, session.id, start.multitask_strategy) : []
  // The same may have had the session until now.
  const first = start.session && (await findTwin(ctx, start, request))
  if (first) return repeated(first)
  const stopped = await makeRoom(ctx, open, start.multitask_strategy)
  const { message_id: messageId = newId() } = start
  if (start.message_id !== undefined && (await runs.isMessageTaken(ctx, session.id, messageId))) {
    failTaken(failures.message_id_taken, 'message_id')
  }
  const parts = partsOf(start.input)
  const { firstSeq } = await appendEvents(ctx, session.id, [
    { type: 'message.user', message_id: messageId, parts, sender_user_id: ctx.principal.userId },
  ])
  const run = await runs.insertRun(ctx, {
    ...termsOf(agent, start),
    ...request,
    id: start.run_id ?? newId(),
    sessionId: session.id,
    userId: ctx.principal.userId,
    audience: start.audience ?? { kind: 'member' },
    messageId,
    input: parts,
    assistantMessageId: newId(),
    sinceSeq: firstSeq - 1,
  })
  return { run: run ?? fail(failures.run_not_found), deduplicated: false, stopped }
}

function repeated(run: RunRow): Begun {
  return { run, deduplicated: true, stopped: [] }
}

interface Request {
  requestScope: Buffer | null
  requestHash: Buffer | null
}

function requestOf({ principal, workspaceId }: PersonCtx, { request }: Start): Request {
  if (!request) return { requestScope: null, requestHash: null }
  const scope = [workspaceId, principal.userId, request.id].join('\n')
  return { requestScope: sha256(scope), requestHash: sha256(canonicalJson(request.body)) }
}

async function findTwin(ctx: TxCtx, start: Start, { requestScope }: Request): Promise<RunRow | undefined> {
  const requested = requestScope ? await runs.findRequested(ctx, requestScope) : undefined
  if (requested) {
    return isRequest(requested, start) ? requested : fail(start.request?.reused ?? failures.request_id_reused)
  }
  const named = start.run_id === undefined ? undefined : await runs.findRun(ctx, start.run_id)
  if (named) {
    const isSame = named.sessionId === start.session?.id && hasInput(named, start)
    return isSame ? named : failTaken(failures.run_id_taken, 'run_id')
  }
  if (!start.session || start.message_id === undefined) return undefined
  const said = await runs.findByMessage(ctx, start.session.id, start.message_id)
  return said && !hasInput(said, start) ? failTaken(failures.message_id_taken, 'message_id') : said
}

/** In whatever order its fields come, or in the very one that a node of the build before has kept. */
function isRequest({ requestHash }: RunRow, { request }: Start): boolean {
  const texts = request ? [canonicalJson(request.body), JSON.stringify(request.body)] : []
  return texts.some((text) => requestHash?.equals(sha256(text)))
}

/** Other words under the same id are no repetition: they would be lost. */
function hasInput({ input }: RunRow, start: Start): boolean {
  return isDeepStrictEqual(input, partsOf(start.input))
}

async function agentFor(ctx: TxCtx, { agent_id: named, session }: Start): Promise<AgentRow> {
  if (named !== undefined) return agentToRun(ctx, named)
  const last = session && (await runs.findLastAgent(ctx, session.id))
  return last ? agentToRun(ctx, last.agentId) : fail(failures.agent_needed)
}

/** What holds for this run; the agent may be changed meanwhile. */
function termsOf(agent: AgentRow, start: Start) {
  const { model = agent.model, tools = agent.tools, context = {}, metadata = {}, output_schema: schema } = start
  const foreign = tools.flatMap((name, index) => (agent.tools.includes(name) ? [] : [{ name, index }]))
  if (foreign.length > 0) {
    const errors = foreign.map(({ name, index }) => ({
      pointer: `/tools/${index}`,
      code: 'not_allowed',
      message: `The agent does not have ${name}.`,
    }))
    fail(failures.tools_not_of_agent, { detail: errors[0]?.message, errors })
  }
  const stepsMax = Math.min(start.max_steps ?? agent.stepsMax, agent.stepsMax)
  const instructions = [agent.instructions, start.instructions].filter((text) => text !== undefined).join('\n\n')
  const { id: agentId, approval } = agent
  return { agentId, approval, model, tools, stepsMax, instructions, context, metadata, outputSchema: schema ?? null }
}

type Strategy = Start['multitask_strategy']

/** Runs before the session, here as everywhere: who locks in another order may wait for ever. */
async function lockSession(ctx: TxCtx, sessionId: string, strategy: Strategy): Promise<RunRow[]> {
  const open = await runs.lockOpenRuns(ctx, sessionId)
  await lockLog(ctx, sessionId)
  const isOvertaken = strategy !== undefined && (await runs.countOpenRuns(ctx, sessionId)) > open.length
  if (isOvertaken) throw new Overtaken('another run came first')
  return open
}

async function makeRoom(ctx: TxCtx, open: readonly RunRow[], strategy: Strategy): Promise<string[]> {
  if (strategy === 'reject' && open.length > 0) fail(failures.run_active)
  if (strategy !== 'interrupt') return []
  for (const run of open) await cancel(ctx, run)
  return open.flatMap(({ id, status }) => (status === 'running' ? [id] : []))
}

/** What nobody works on ends at once; whoever works on one is asked to stop, and says so in the log. */
export async function cancel(ctx: TxCtx, run: RunRow): Promise<void> {
  if (run.status === 'running') return runs.saveRun(ctx, run.id, { cancelRequestedAt: ctx.now.toISOString() })
  await closeInteractions(ctx, run, await listPending(ctx, run.id), 'cancelled', 'cancelled')
  await lockLog(ctx, run.sessionId)
  const isOtherAtWork = Boolean(await findActiveRun(ctx, run.sessionId))
  await appendEvents(ctx, run.sessionId, cancelledEvents(run, isOtherAtWork))
  await runs.saveRun(ctx, run.id, { status: 'cancelled', endedAt: ctx.now })
}

function partsOf(input: InvokeRequest['input']): InputPart[] {
  return typeof input === 'string' ? [{ type: 'text', text: input }] : input
}
