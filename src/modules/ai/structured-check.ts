import { coreFailures, fail } from '#core/errors.ts'
import { isLongerThan } from '#core/json-length.ts'
import { quickLength } from '#core/slow-schema.ts'
import { openStoppableThread, type Lost, type ThreadOptions } from '#core/stoppable-thread.ts'
import { refuseAny } from '#core/validate.ts'
import { oversizedSchema } from './gateway-bounds.rules.ts'
import { readSchema, TOO_LARGE, TOO_SLOW, wrongBy, type JsonSchema } from './structured-schema.ts'
import type { SchemaAnswer, SchemaRequest } from './structured-thread.ts'

const RETRY_SECONDS = 5

/** Answers what is wrong with a value, in words for a model or a person; fails where it waits as the signal fires. */
export type Check = (value: unknown, signal?: AbortSignal) => string[] | Promise<string[]>

/** Checks by schemas of callers. */
export interface SchemaChecks {
  /** Refuses what is no schema. Workspaces take turns where it takes long, until the signal fires. */
  by(workspaceId: string, schema: JsonSchema, pointer: string, signal?: AbortSignal): Promise<Check>
  close(): Promise<void>
}

/** What is surely quick is done here. A schema of somebody else can take longer than the world has stood: that has a thread. */
export function openSchemaChecks(options?: ThreadOptions): SchemaChecks {
  const thread = openStoppableThread<SchemaRequest, ThreadAnswer>(
    {
      file: new URL('./structured-thread.ts', import.meta.url),
      isCompiled: () => true,
      lost: answerWithout,
    },
    options,
  )
  async function asked(whose: string, request: SchemaRequest, signal?: AbortSignal): Promise<SchemaAnswer> {
    const { broken: cause, ...answer } = await thread.run(whose, request, signal)
    if (cause) fail(coreFailures.unavailable, { retryAfterSeconds: RETRY_SECONDS, cause })
    return answer
  }
  return {
    async by(workspaceId, schema, pointer, signal) {
      const fault = oversizedSchema(schema)
      if (fault) refuseAny([{ pointer, ...fault }])
      const text = JSON.stringify(schema)
      const quick = quickLength(text)
      const reading = quick > 0 ? readSchema(schema, text) : await asked(workspaceId, { schema }, signal)
      if (reading.problem !== undefined) {
        const message = `Is no JSON Schema that can be used: ${reading.problem}`
        refuseAny([{ pointer, code: 'invalid', message }])
      }
      const read = 'read' in reading ? reading.read : undefined
      return (value, signal) =>
        read && !isLongerThan(value, quick)
          ? wrongBy(read, value)
          : asked(workspaceId, { schema, value }, signal).then(({ problem, wrong }) =>
              problem === undefined ? wrong : [problem],
            )
    },
    close: () => thread.close(),
  }
}

interface ThreadAnswer extends SchemaAnswer {
  /** No fault of the schema or the value: for the log. */
  broken?: Error
}

function answerWithout(request: SchemaRequest, lost: Lost): ThreadAnswer {
  if (lost.reason === 'error') return { wrong: [], broken: new Error(`the thread for schemas broke: ${lost.message}`) }
  const isSlow = lost.reason === 'time'
  if ('value' in request) return { wrong: [isSlow ? TOO_SLOW : TOO_LARGE] }
  return { problem: isSlow ? 'it takes too long to be read' : 'it takes too much memory to be read', wrong: [] }
}
