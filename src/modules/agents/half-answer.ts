import type { Scope } from '#core/context.ts'
import { textsOf } from './event.queries.ts'
import { messageIdOf } from './run-events.ts'
import type { RunRow } from './run.queries.ts'

type Ended = Pick<RunRow, 'id' | 'sessionId' | 'status' | 'assistantMessageId'>

/**
 * What runs were saying when they failed or were cancelled, by their ids. People have seen it, though it is no step: the
 * message after the last step was ended where it stood.
 */
export async function halfAnswersOf(
  scope: Scope,
  runs: readonly Ended[],
  stepsOf: (runId: string) => number,
): Promise<Map<string, string>> {
  const broken = runs.filter(({ status }) => status === 'failed' || status === 'cancelled')
  const [first] = broken
  if (!first) return new Map()
  const named = broken.map((run) => ({ runId: run.id, messageId: messageIdOf(run, stepsOf(run.id) + 1) }))
  const texts = await textsOf(
    scope,
    first.sessionId,
    named.map(({ messageId }) => messageId),
  )
  return new Map(
    named.flatMap(({ runId, messageId }) => {
      const text = texts.get(messageId)
      return text === undefined ? [] : [[runId, text]]
    }),
  )
}
