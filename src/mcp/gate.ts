import type { Caller } from '#core/tool-caller.ts'
import { withNames } from '#core/tool-names.ts'
import { isAskedFirst, questionOf, type Question } from '#core/tool-question.ts'
import { mayAsk } from '#core/tool.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { rehearse } from '#core/tool-rehearsal.ts'
import { contextFor } from '#core/tool-run.ts'
import { perform, recalled, type Around, type Desks } from './call.ts'
import type { Asked } from './desk.ts'

type Json = Record<string, unknown>

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

/** What the gate works with: the tools are for the names of what a question is about. */
interface GateParts extends Desks {
  tools: readonly ReadyTool[]
}

/** Does it, asks about it, or hears a no. A yes is good for these arguments and this state of the record, once. */
export async function throughGate(
  desks: GateParts,
  caller: Caller,
  ready: ReadyTool,
  args: Json,
  { token, answer, done }: Pick<Conversation, 'token' | 'answer'> & Finish,
): Promise<Gated> {
  const ctx = contextFor(desks, caller, desks.pool)
  const given = typeof args['confirmationToken'] === 'string' ? args['confirmationToken'] : token
  // A call with a token is checked as a confirmation even if by now it would need none.
  const isAsked = given !== undefined && mayAsk(ready.tool)
  if (!isAsked && !(await isAskedFirst(ctx, ready, args))) {
    return { kind: 'done', result: await perform(desks, caller, ready, args, { after: done('none') }), gate: 'none' }
  }
  // The answer was lost on its way: nobody is asked again about what is done.
  const earlier = await recalled(desks, caller, ready, args)
  if (earlier) return { kind: 'done', result: earlier, gate: 'confirmed' }
  const question = await questionOf(ctx, ready, args)
  const { readers: agreedTo } = question
  const ifMatch = question.version === null || !ready.tool.operation.conditional ? undefined : [question.version]
  if (given === undefined && question.standing) return { kind: 'done', result: question.standing, gate: 'none' }
  if (given === undefined && !question.isNeeded) {
    const result = await perform(desks, caller, ready, args, { ifMatch, agreedTo, after: done('none') })
    return { kind: 'done', result, gate: 'none' }
  }
  if (given === undefined) {
    await rehearse(desks, caller, { ready, args }, { ifMatch })
    return ask(desks, caller, question)
  }
  if (answer === 'decline') {
    await desks.desk.decline(ctx, given)
    return { kind: 'declined' }
  }
  const result = await perform(desks, caller, ready, args, {
    ifMatch,
    agreedTo,
    before: (ctx) => desks.desk.take(ctx, given, question),
    after: done('confirmed'),
  })
  return { kind: 'done', result, gate: 'confirmed' }
}

async function ask(parts: GateParts, caller: Caller, unnamed: Question): Promise<Gated> {
  const ctx = contextFor(parts, caller, parts.pool)
  const tools = parts.tools.map(({ tool }) => tool)
  const question = { ...unnamed, preview: await withNames(ctx, caller, tools, unnamed.preview) }
  return { kind: 'ask', asked: await parts.desk.ask(ctx, question), question }
}
