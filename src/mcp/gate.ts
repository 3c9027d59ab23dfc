import { fail, defineFailures } from '#core/errors.ts'
import type { WorkspaceCtx } from '#core/context.ts'
import type { Caller } from './caller.ts'
import { argumentsOf, contextFor, hashOf, perform, recalled, type Around, type Desks } from './call.ts'
import type { ReadyTool } from './catalogue.ts'
import type { Asked, Question } from './desk.ts'
import { nameOf } from './record-name.ts'

type Json = Record<string, unknown>

const failures = defineFailures({
  subject_missing: { status: 404, text: 'What this is about does not exist.' },
})

/** What a client can do about a question, and what it has answered already. */
export interface Conversation {
  /** The client can put a form before its user. */
  canAsk: boolean
  /** The token it hands back with the user's answer. */
  token: string | undefined
  answer: 'accept' | 'decline' | undefined
}

interface Finish {
  /** What is left behind with the change, in its transaction. */
  done(gate: 'none' | 'confirmed'): Around['after']
}

export type Gated =
  | { kind: 'done'; result: Json; gate: 'none' | 'confirmed' }
  | { kind: 'ask'; asked: Asked; question: Question }
  | { kind: 'declined' }

function isGated({ tool }: ReadyTool, args: Json): boolean {
  return tool.gate === true || (typeof tool.gate === 'function' && tool.gate(args))
}

/** Does it, asks about it, or hears a no. A yes is good for these arguments and this state of the record, once. */
export async function throughGate(
  desks: Desks,
  caller: Caller,
  ready: ReadyTool,
  args: Json,
  { token, answer, done }: Pick<Conversation, 'token' | 'answer'> & Finish,
): Promise<Gated> {
  if (!isGated(ready, args)) {
    return { kind: 'done', result: await perform(desks, caller, ready, args, { after: done('none') }), gate: 'none' }
  }
  // The answer was lost on its way: nobody is asked again about what is done.
  const earlier = await recalled(desks, caller, ready, args)
  if (earlier) return { kind: 'done', result: earlier, gate: 'confirmed' }
  const question = await questionOf(desks, caller, ready, args)
  const given = typeof args['confirmationToken'] === 'string' ? args['confirmationToken'] : token
  if (given === undefined) {
    return { kind: 'ask', asked: await desks.desk.ask(contextFor(desks, caller, desks.pool), question), question }
  }
  if (answer === 'decline') {
    await desks.desk.decline(contextFor(desks, caller, desks.pool), given)
    return { kind: 'declined' }
  }
  const ifMatch = question.version === null ? undefined : [question.version]
  const result = await perform(desks, caller, ready, args, {
    ifMatch: ready.tool.operation.conditional ? ifMatch : undefined,
    before: (ctx) => desks.desk.take(ctx, given, question),
    after: done('confirmed'),
  })
  return { kind: 'done', result, gate: 'confirmed' }
}

async function questionOf(desks: Desks, caller: Caller, ready: ReadyTool, args: Json): Promise<Question> {
  const { tool } = ready
  const asked = argumentsOf(ready, args)
  const before = tool.subject ? await subjectOf(contextFor(desks, caller, desks.pool), ready, args) : undefined
  const version = typeof before?.['version'] === 'number' ? before['version'] : null
  const path = Object.keys(tool.operation.params.properties)
  const after = Object.fromEntries(Object.entries(asked).filter(([field]) => !path.includes(field)))
  const preview = {
    action: tool.title,
    about: before ? nameOf(before) : null,
    before: before ? Object.fromEntries(Object.keys(after).map((field) => [field, before[field] ?? null])) : null,
    after,
  }
  return { tool: tool.name, argsHash: hashOf(asked), version, preview }
}

async function subjectOf(ctx: WorkspaceCtx, { tool }: ReadyTool, args: Json): Promise<Json> {
  const path = Object.keys(tool.subject?.params.properties ?? {}).filter((name) => name !== 'workspaceId')
  const found = await tool.subject?.run(ctx, Object.fromEntries(path.map((name) => [name, args[name]])))
  return (found as Json | undefined) ?? fail(failures.subject_missing)
}
