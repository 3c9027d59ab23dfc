import {
  HEAP_MEGABYTES_MAX,
  openStoppableThread,
  type Lost,
  type StoppableThread,
  type ThreadOptions,
} from '#core/stoppable-thread.ts'
import type { Evaluated } from './expression.rules.ts'
import type { ThreadRequest } from './expression-thread.ts'
import type { SchemaAnswer, SchemaRequest } from './schema-thread.ts'

/** Runs what authors wrote where it can be stopped. One answer for each item of the request. */
export type ExpressionPool = StoppableThread<ThreadRequest, Evaluated[]>
export type SchemaPool = StoppableThread<SchemaRequest, SchemaAnswer>

/** Two workspaces whose expressions never end still leave one thread for everyone else. */
const THREADS = 3
/** jq has memory of its own, whose limit is built into it. */
const JQ_MEGABYTES_MAX = 256
const WAY_OUT =
  'Take less of the data at once, as with limit( ) or first( ), or share the work out among several tasks.'
const WAY_OUT_OF_SCHEMA = 'A schema with fewer references, with simpler patterns, or without uniqueItems needs less.'

export function openExpressionPool(options: ThreadOptions = {}): ExpressionPool {
  const file = new URL('./expression-thread.ts', import.meta.url)
  const lost = ({ items }: ThreadRequest, lost: Lost): Evaluated[] => {
    const fault = wordsFor(lost, `the ${JQ_MEGABYTES_MAX} MiB that an expression has`, WAY_OUT)
    return items.map(() => ({ fault }))
  }
  return openStoppableThread({ file, isCompiled: () => false, lost }, { threads: THREADS, ...options })
}

export function openSchemaPool(options: ThreadOptions = {}): SchemaPool {
  const file = new URL('./schema-thread.ts', import.meta.url)
  const lost = (_: SchemaRequest, lost: Lost): SchemaAnswer => ({
    fault: wordsFor(lost, `the ${HEAP_MEGABYTES_MAX} MiB that a schema has`, WAY_OUT_OF_SCHEMA),
  })
  return openStoppableThread({ file, isCompiled: () => true, lost }, options)
}

function wordsFor(lost: Lost, memory: string, wayOut: string): string {
  if (lost.reason === 'error') return `It could not be worked out: ${lost.message}`
  if (lost.reason === 'time') return `It took longer than ${lost.limitMillis} ms. ${wayOut}`
  return `It needed more memory than ${memory}. ${wayOut}`
}
