import type { Fault } from '#core/errors.ts'
import { CHANNELS } from '#modules/conversations/conversation.schema.ts'
import { checkDocument, type CheckTools } from './document-check.ts'
import type { Json } from './document.schema.ts'
import { whenProblem } from './schedule.ts'
import { withTrigger } from './trigger.rules.ts'
import type { WorkflowTrigger } from './trigger.schema.ts'

type Fields = Pick<
  WorkflowTrigger,
  | 'kind'
  | 'eventTypes'
  | 'filter'
  | 'cron'
  | 'every'
  | 'after'
  | 'timezone'
  | 'channels'
  | 'phrase'
  | 'payloadSchema'
  | 'eventIdPointer'
>

const OF_KIND = {
  event: ['eventTypes', 'filter'],
  schedule: ['cron', 'every', 'after', 'timezone'],
  webhook: ['payloadSchema', 'eventIdPointer'],
  chat: ['channels', 'phrase'],
  manual: ['payloadSchema'],
} as const
const ALL = [...new Set(Object.values(OF_KIND).flat())]

/** Everything that is wrong with a trigger that somebody writes. */
export async function triggerFaults(fields: Fields, now: Date, tools: CheckTools): Promise<Fault[]> {
  const { kind, payloadSchema, eventIdPointer } = fields
  const own: readonly string[] = OF_KIND[kind]
  const faults: Fault[] = ALL.filter((name) => !own.includes(name) && fields[name] !== null).map((name) =>
    faultAt(name, 'wrong_kind', `A trigger of the kind ${kind} has no ${name}.`),
  )
  if (faults.length > 0) return faults
  if (kind === 'schedule') {
    const problem = whenProblem(fields, now)
    if (problem) faults.push(faultAt(problem.field, 'wrong_format', problem.message))
  }
  if (kind === 'chat') faults.push(...channelFaults(fields))
  if (kind === 'event') faults.push(...(await eventFaults(fields, tools)))
  const problem = payloadSchema === null ? undefined : await tools.expressions.schemaProblem(payloadSchema as Json)
  if (problem) faults.push(faultAt('payloadSchema', 'wrong_format', problem))
  if (eventIdPointer !== null && !POINTER.test(eventIdPointer)) {
    faults.push(faultAt('eventIdPointer', 'wrong_format', 'Must be a JSON pointer such as /event/id.'))
  }
  return faults
}
const POINTER = /^(\/([^~/]|~[01])*)+$/

function faultAt(field: string, code: string, message: string): Fault {
  return { pointer: `/${field}`, code, message }
}

function channelFaults({ channels }: Fields): Fault[] {
  const known: readonly string[] = CHANNELS
  return (channels ?? []).flatMap((channel, index) =>
    known.includes(channel)
      ? []
      : [faultAt(`channels/${index}`, 'unknown_value', `Must be one of ${CHANNELS.join(', ')}.`)],
  )
}

/** The language has a place for such filters; what is wrong there is wrong here. */
async function eventFaults({ eventTypes, filter }: Fields, tools: CheckTools): Promise<Fault[]> {
  if (eventTypes === null) return [faultAt('eventTypes', 'required', 'This field is required.')]
  const head = { dsl: '1.0.3', namespace: 'trigger', name: 'trigger', version: '1.0.0' }
  const asked = Object.keys(filter ?? {}).length > 0 ? eventTypes : eventTypes.filter((type) => type !== '*')
  // All events as they are: there is nothing that could be wrong with that.
  if (asked.length === 0) return []
  const document = withTrigger({ document: head, do: [{ start: { set: { a: 1 } } }] }, { eventTypes: asked, filter })
  const { problems } = await checkDocument(document as unknown as Json, tools)
  return problems.slice(0, 1).map(({ pointer, code, message }) => {
    const [, at = 0, place = ''] = /^\/schedule\/on\/any\/(\d{1,9})(?:\/with)?([^]*)$/.exec(pointer) ?? []
    const type = asked[Number(at)] ?? '*'
    const isOfType = place === '/type' && type !== '*'
    return faultAt(isOfType ? `eventTypes/${eventTypes.indexOf(type)}` : `filter${place}`, code, message)
  })
}
