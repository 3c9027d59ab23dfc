import {
  HEAP_MEGABYTES_MAX,
  openStoppableThread,
  type Lost,
  type StoppableThread,
  type ThreadOptions,
} from '#core/stoppable-thread.ts'
import type { Evaluated } from './expression.rules.ts'
import type { ThreadRequest } from './expression-thread.ts'

/** Runs what authors wrote where it can be stopped. One answer for each item of the request. */
export type ExpressionPool = StoppableThread<ThreadRequest, Evaluated[]>

/** jq has memory of its own, whose limit is built into it. */
const JQ_MEGABYTES_MAX = 256
const WAY_OUT =
  'Take less of the data at once, as with limit( ) or first( ), or share the work out among several tasks.'
const WAY_OUT_OF_SCHEMA = 'A schema with fewer references, with simpler patterns, or without uniqueItems needs less.'

export function openExpressionPool(options: ThreadOptions = {}): ExpressionPool {
  const file = new URL('./expression-thread.ts', import.meta.url)
  return openStoppableThread({ file, isCompiled: isOfSchema, lost: faultsFor }, options)
}

const isOfSchema = ({ kind }: ThreadRequest): boolean => kind === 'schema' || kind === 'compile'

function faultsFor(request: ThreadRequest, lost: Lost): Evaluated[] {
  const fault = wordsFor(request, lost)
  return 'items' in request ? request.items.map(() => ({ fault })) : [{ fault }]
}

function wordsFor(request: ThreadRequest, lost: Lost): string {
  if (lost.reason === 'error') return `It could not be worked out: ${lost.message}`
  const wayOut = isOfSchema(request) ? WAY_OUT_OF_SCHEMA : WAY_OUT
  if (lost.reason === 'time') return `It took longer than ${lost.limitMillis} ms. ${wayOut}`
  if (isOfSchema(request))
    return `It needed more memory than the ${HEAP_MEGABYTES_MAX} MiB that a schema has. ${wayOut}`
  const isOfJq = request.kind === 'jq' || (request.kind === 'check' && request.language === 'jq')
  const most = isOfJq ? JQ_MEGABYTES_MAX : HEAP_MEGABYTES_MAX
  return `It needed more memory than the ${most} MiB that an expression has. ${wayOut}`
}
