import { answerRequests, isCompiled } from '#core/walled-thread.ts'
import { readSchema, TOO_LARGE, wrongBy, type JsonSchema } from './structured-schema.ts'

/** A schema that may take long; without a value, only whether it is one. */
export interface SchemaRequest {
  schema: JsonSchema
  value?: unknown
}

export interface SchemaAnswer {
  problem?: string | undefined
  wrong: string[]
}

answerRequests(answer)

function answer({ schema, ...more }: SchemaRequest): SchemaAnswer {
  const { read, problem } = readSchema(schema, JSON.stringify(schema))
  if (!read) return { problem, wrong: [] }
  isCompiled()
  try {
    return { wrong: 'value' in more ? wrongBy(read, more.value) : [] }
  } catch (error) {
    // References without end fill the stack, and so does a deep value: that is empty again, and the thread as good as before.
    if (error instanceof RangeError) return { wrong: [TOO_LARGE] }
    throw error
  }
}
