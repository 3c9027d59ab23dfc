import { parentPort } from 'node:worker_threads'
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

parentPort?.on('message', (request: SchemaRequest) => parentPort?.postMessage(answer(request), []))
parentPort?.postMessage('ready', [])

function answer({ schema, ...more }: SchemaRequest): SchemaAnswer {
  const { read, problem } = readSchema(schema, JSON.stringify(schema))
  if (!read) return { problem, wrong: [] }
  parentPort?.postMessage('compiled', [])
  try {
    return { wrong: 'value' in more ? wrongBy(read, more.value) : [] }
  } catch (error) {
    // References without end fill the stack, and so does a deep value: that is empty again, and the thread as good as before.
    if (error instanceof RangeError) return { wrong: [TOO_LARGE] }
    throw error
  }
}
