import { Type, type Static } from 'typebox'
import { closed, DateOnly, DateTime, Line, Nullable, Page, Paging, Uuid } from '#core/schema.ts'

const count = Type.Integer({ minimum: 0 })
const amounts = {
  inputTokens: count,
  outputTokens: count,
  audioSeconds: Type.Number({ minimum: 0 }),
  images: count,
  costMicros: Type.Integer({
    minimum: 0,
    description: 'Millionths of the currency of the prices that are configured.',
  }),
}
const Name = Type.String({ examples: ['main-app'] })

export const AiCall = Type.Object(
  {
    id: Uuid,
    caller: Name,
    actorKind: Type.String({ description: 'For whom: user, agent, service, workflow or system.' }),
    actorId: Nullable(Type.String()),
    route: Type.String({ examples: ['completion'] }),
    provider: Nullable(Type.String()),
    model: Nullable(Type.String()),
    ...amounts,
    status: Type.String({ description: '`ok`, or the code of the failure.' }),
    latencyMillis: count,
    cached: Type.Boolean(),
    requestId: Type.String(),
    createdAt: DateTime,
  },
  { $id: 'AiCall' },
)
export const AiCallPage = Page(AiCall, { $id: 'AiCallPage' })
export const AiCallQuery = closed({
  caller: Type.Optional(Line(100)),
  route: Type.Optional(Line(100)),
  status: Type.Optional(Line(100, { description: '`ok`, or the code of a failure.' })),
  ...Paging,
})

export const AiUsageDay = Type.Object(
  {
    day: DateOnly,
    caller: Name,
    route: Type.String(),
    provider: Type.String(),
    model: Type.String(),
    calls: count,
    failed: count,
    cached: count,
    ...amounts,
  },
  { $id: 'AiUsageDay' },
)
export const AiUsagePage = Page(AiUsageDay, { $id: 'AiUsagePage' })
export const AiUsageQuery = closed({
  fromDate: Type.Optional(Type.String({ ...DateOnly, description: 'From this day on (UTC).' })),
  toDate: Type.Optional(Type.String({ ...DateOnly, description: 'Up to and with this day.' })),
  caller: Type.Optional(Line(100)),
  ...Paging,
})

/** What each purpose took on each day. */
export const AiUsageSummary = Type.Object(
  {
    fromDate: DateOnly,
    toDate: DateOnly,
    days: Type.Array(
      Type.Object({ day: DateOnly, route: Type.String(), calls: count, failed: count, cached: count, ...amounts }),
      { description: 'By day and purpose, the oldest first. Days on which nothing was used are left out.' },
    ),
  },
  { $id: 'AiUsageSummary' },
)
export const AiUsageSummaryQuery = closed({
  lastDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 92, default: 30, description: 'How many days, today (UTC) being the last.' }),
  ),
})

export type AiUsageSummary = Static<typeof AiUsageSummary>
export type AiCall = Static<typeof AiCall>
export type AiCallQuery = Static<typeof AiCallQuery>
export type AiUsageDay = Static<typeof AiUsageDay>
export type AiUsageQuery = Static<typeof AiUsageQuery>
