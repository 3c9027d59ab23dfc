import type { Caller } from '#core/tool-caller.ts'
import { isGated, questionOf, type Question } from '#core/tool-question.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { contextFor } from '#core/tool-run.ts'
import { perform, type Desks } from './call.ts'
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

export type Gated =
  | { kind: 'done'; result: Json; gate: 'none' | 'confirmed' }
  | { kind: 'ask'; asked: Asked; question: Question }
  | { kind: 'declined' }

/** Does it, asks about it, or hears a no. A yes is good for these arguments and this state of the record, once. */
export async function throughGate(
  desks: Desks,
  caller: Caller,
  ready: ReadyTool,
  args: Json,
  { token, answer }: Conversation,
): Promise<Gated> {
  if (!isGated(ready, args)) return { kind: 'done', result: await perform(desks, caller, ready, args), gate: 'none' }
  const question = await questionOf(contextFor(desks, caller, desks.pool), ready, args)
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
    before: (ctx) => desks.desk.take(ctx as never, given, question),
  })
  return { kind: 'done', result, gate: 'confirmed' }
}
