import { audienceIn, deedOf, isOutside, type Outsider } from '#core/audience.ts'
import type { Ctx } from '#core/context.ts'
import { coreFailures, fail, Refusal } from '#core/errors.ts'
import type { OutsiderPrincipal } from '#core/principal.ts'
import { mayUse, type Caller } from '#core/tool-caller.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { contextFor, runTool } from '#core/tool-run.ts'
import { enter, enterWithin, type PersonCtx } from './actor.service.ts'
import { getAgent } from './agent.service.ts'
import { findApprover } from './interaction.queries.ts'
import type { RunRow } from './run.queries.ts'
import type { Toolbox } from './toolbox.service.ts'

type Json = Record<string, unknown>

/** The person who answers for a run and, if it speaks for somebody outside, that outsider. */
export type SpeakerCtx = PersonCtx & { readonly speaksFor?: OutsiderPrincipal }

/** Reads the person's current rights. Scopes mark them as acting through a program. */
export async function speakerFor(
  ctx: Ctx,
  run: Pick<RunRow, 'workspaceId' | 'userId' | 'agentId' | 'audience'>,
): Promise<SpeakerCtx> {
  const { workspaceId, userId } = run
  const audience = audienceIn(run.audience)
  const within = isOutside(audience) ? undefined : audience.within
  const person = await (within === undefined
    ? enter(ctx, workspaceId, userId)
    : enterWithin(ctx, workspaceId, userId, within))
  const acting = asProgram(person)
  return isOutside(audience) ? { ...acting, speaksFor: await outsiderFor(acting, run.agentId, audience) } : acting
}

function asProgram(person: PersonCtx): PersonCtx {
  return { ...person, principal: { ...person.principal, scopes: new Set(['*']) } }
}

async function outsiderFor(person: PersonCtx, agentId: string, outsider: Outsider): Promise<OutsiderPrincipal> {
  const { name: agentName } = await getAgent(person, agentId)
  return { kind: 'outsider', outsider, agentName, way: 'MESSAGE', departmentId: null }
}

/** Who calls tools: whoever the run speaks for. An outsider never borrows the rights of the person behind the run. */
export function callerOf({ principal, speaksFor, workspaceId, requestId, log }: SpeakerCtx): Caller {
  const isReadOnly = false
  return { principal: speaksFor ?? principal, workspaceId, isReadOnly, toolsets: undefined, requestId, log }
}

/** The member who reviews a question. */
export function memberCallerOf(person: SpeakerCtx): Caller {
  const { speaksFor: _, ...member } = person
  return callerOf(member)
}

export function boxFor(toolbox: Toolbox, { audience }: Pick<RunRow, 'audience'>): Toolbox {
  return toolbox.for(audienceIn(audience))
}

/** "agent X for guest Y", for histories and for the people who are asked. */
export function deedIn({ speaksFor }: SpeakerCtx): string | undefined {
  return speaksFor && deedOf(speaksFor.agentName, speaksFor.outsider)
}

export function speaksOutside({ audience }: Pick<RunRow, 'audience'>): boolean {
  return isOutside(audienceIn(audience))
}

/** Fails unless whoever asks can see the subject themselves, so that no member is asked in vain. */
export async function findSubject(person: SpeakerCtx, { tool }: ReadyTool, args: Json): Promise<void> {
  const fields = Object.keys(tool.operation.params.properties)
  const ctx = contextFor(surroundings(person), callerOf(person), person.db)
  await tool.operation.run(ctx, Object.fromEntries(fields.map((field) => [field, args[field]])))
}

function surroundings({ services, now }: SpeakerCtx) {
  return { services, now: () => now }
}

interface Agreed {
  runId: string
  callId: string
  /** The tool as declared for the outsider; `whole` is the one that members have. */
  ready: ReadyTool
  whole: ReadyTool | undefined
  args: Json
  /** The outsiders named in the approval. */
  readers: readonly string[]
  ifMatch?: number[]
}

/** Runs what a member approved, with that member's current rights. The outsider gets only what is declared for them. */
export async function agreedDeed(person: SpeakerCtx, { runId, callId, ready, whole, args, readers, ifMatch }: Agreed) {
  const userId = await findApprover(person, runId, callId)
  if (userId === undefined || !whole) fail(coreFailures.insufficient_role, { detail: NOT_AGREED })
  // The outsider may have lost access since, and must have access to whatever the approver edited in.
  await findSubject(person, ready, args)
  const { speaksFor: _, ...own } = person
  const approver = asProgram(await enter(own, person.workspaceId, userId))
  const caller = memberCallerOf(approver)
  if (!mayUse(caller, whole.tool)) fail(coreFailures.insufficient_role, { detail: NOT_AGREED })
  const shown: ReadyTool = { ...whole, render: ready.render }
  return {
    approver,
    do: (db: PersonCtx['db'], idempotencyKey: string): Promise<Json> =>
      runTool(
        contextFor(surroundings(person), caller, db, { idempotencyKey, ...(ifMatch && { ifMatch }) }),
        shown,
        args,
        readers,
      ).catch(
        // The reason a member is refused may reveal what the outsider must not know.
        (error: unknown) => Promise.reject(error instanceof Refusal ? new Refusal(error.failure) : error),
      ),
  }
}

const NOT_AGREED = 'No member who may do this has agreed to it.'
