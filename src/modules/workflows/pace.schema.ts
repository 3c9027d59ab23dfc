import { Type, type Static } from 'typebox'
import { closed, Line, oneOf } from '#core/schema.ts'

export const Concurrency = closed(
  {
    limit: Type.Integer({ minimum: 1, maximum: 1000, description: 'How many runs are under way at a time.' }),
    key: Type.Optional(
      Line(200, {
        description: 'A path into the input: runs with the same value there count together. All do unless said.',
        examples: ['.[0].data.propertyId'],
      }),
    ),
    policy: Type.Optional(
      oneOf(['queue', 'skip', 'replace'], {
        default: 'queue',
        description:
          'One more waits for its turn, is not started, or takes the place of those under way. With `delayUntil` it always waits, from then on.',
      }),
    ),
  },
  { $id: 'WorkflowConcurrency', examples: [{ limit: 1, key: '.[0].data.propertyId', policy: 'queue' }] },
)
export type Concurrency = Static<typeof Concurrency>

export const RetryDefaults = closed(
  {
    attempts: Type.Integer({ minimum: 1, maximum: 10, description: 'How often a call is made again.' }),
    delaySeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 3600, default: 1, description: 'Before the first time.' }),
    ),
    backoff: Type.Optional(
      oneOf(['constant', 'linear', 'exponential'], {
        default: 'exponential',
        description: 'Each wait is as long as the first, longer by the first, or twice the one before.',
      }),
    ),
  },
  { $id: 'WorkflowRetryDefaults', examples: [{ attempts: 3, delaySeconds: 2, backoff: 'exponential' }] },
)
export type RetryDefaults = Static<typeof RetryDefaults>
