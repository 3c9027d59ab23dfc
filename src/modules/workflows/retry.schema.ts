import { Type, type Static } from 'typebox'
import { closed, Line } from '#core/schema.ts'
import { AnyValue } from './run.schema.ts'

export const RunRetry = closed(
  {
    from: Type.Optional(
      Type.String({
        maxLength: 1000,
        default: 'failed',
        pattern: '^(failed|start|/[^\\u0000]*)$',
        description:
          '`failed`: from the step that failed, with all that is finished. `start`: a new run. Or the pointer of a step that no loop, branch or try stands around.',
        examples: ['failed'],
      }),
    ),
    input: Type.Optional(AnyValue),
    skip: Type.Optional(
      Type.Boolean({ default: false, description: 'Leaves that step out and goes on with its input.' }),
    ),
  },
  { $id: 'WorkflowRunRetry', examples: [{ from: 'failed' }] },
)
export type RunRetry = Static<typeof RunRetry>

export const CLOUD_EVENT = 'application/cloudevents+json'

const AS_CLOUD_EVENTS = { description: 'As CloudEvents 1.0 define it; the run can read it.' }

/** An event for a run that listens, as CloudEvents describe them. */
export const RunEvent = Type.Object(
  {
    specversion: Type.Optional(Type.Literal('1.0', AS_CLOUD_EVENTS)),
    type: Line(200, { description: 'What the run listens for.', examples: ['com.example.payment.received'] }),
    id: Type.Optional(Line(200, { description: 'The same one again is nothing new. Made up when you name none.' })),
    source: Type.Optional(Line(500, AS_CLOUD_EVENTS)),
    subject: Type.Optional(Line(500, AS_CLOUD_EVENTS)),
    time: Type.Optional(Type.String({ format: 'date-time', ...AS_CLOUD_EVENTS })),
    datacontenttype: Type.Optional(Line(200, { ...AS_CLOUD_EVENTS, examples: ['application/json'] })),
    dataschema: Type.Optional(Line(500, AS_CLOUD_EVENTS)),
    data: Type.Optional(AnyValue),
    data_base64: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9+/]*={0,2}$',
        description: 'In place of `data`, for bytes. The run gets this text.',
        examples: ['aGVsbG8='],
      }),
    ),
  },
  {
    $id: 'WorkflowRunEvent',
    description: 'Other fields are extension attributes: names of 1 to 20 small letters and digits.',
    additionalProperties: { type: ['string', 'boolean', 'integer'] },
    examples: [{ type: 'com.example.payment.received', data: { amount: 480 } }],
  },
)
export type RunEvent = Static<typeof RunEvent>
