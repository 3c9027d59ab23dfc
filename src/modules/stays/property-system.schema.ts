import { Type, type Static } from 'typebox'
import {
  closed,
  DateTime,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'

/** Where stays come from: calendar feeds, or a property system with an interface of its own. */
const PROVIDERS = ['ical', 'hostaway'] as const

const Credentials = closed({
  accountId: Line(100, { examples: ['10450'] }),
  apiKey: Words(500, { minLength: 8, examples: ['not-a-real-secret'] }),
})

const PollResult = Type.Object(
  {
    properties: Type.Integer({ description: 'How many were looked at.' }),
    unchanged: Type.Integer({ description: 'Of these, calendars that were the same as last time.' }),
    failed: Type.Integer({ description: 'Of these, calendars that could not be read: then nothing was changed.' }),
    stays: Type.Integer({ description: 'How many were found.' }),
    ignored: Type.Integer({ description: 'Entries that are no stays: blocked days and the like.' }),
    created: Type.Integer(),
    changed: Type.Integer(),
    cancelled: Type.Integer({ description: 'Cancelled there, or no longer there.' }),
  },
  { $id: 'PollResult' },
)

const fixed = {
  id: Uuid,
  provider: oneOf(PROVIDERS),
  credentialsLastFour: Type.String({ description: 'All that is ever shown of the key.' }),
  lastPollAt: Nullable(DateTime),
  lastResult: Nullable(PollResult),
  lastError: Nullable(Type.String(), {
    description: 'Why the last poll changed nothing, or what it held back or left as it was.',
  }),
  failures: Type.Integer({ description: 'Polls in a row that failed: each makes the pause longer.' }),
  nextPollAt: DateTime,
  createdAt: DateTime,
  updatedAt: DateTime,
}
const changeable = {
  name: Line(100, { examples: ['Airbnb calendars'] }),
  status: oneOf(['active', 'paused']),
}

/** A workspace's account with a property system, or a set of calendars. */
export const PropertySystem = Type.Object({ ...fixed, ...changeable }, { $id: 'PropertySystem' })
export const PropertySystemPage = Page(PropertySystem, { $id: 'PropertySystemPage' })
export const PropertySystemQuery = closed(Paging)
export const PropertySystemPath = closed({ workspaceId: WorkspaceId, propertySystemId: Uuid })
export const PropertySystemCreate = closed(
  {
    provider: fixed.provider,
    name: changeable.name,
    status: Type.Optional(changeable.status),
    credentials: Type.Optional(Credentials),
  },
  { $id: 'PropertySystemCreate', examples: [{ provider: 'ical', name: 'Airbnb calendars', status: 'paused' }] },
)
export const PropertySystemUpdate = closed(optional({ ...fixed, ...changeable, credentials: Credentials }), {
  $id: 'PropertySystemUpdate',
  examples: [{ status: 'paused' }],
})

export const PROPERTY_SYSTEM_FIXED = fixed
export const PROPERTY_SYSTEM_FIELDS = Object.keys(PropertySystem.properties)

export type PropertySystem = Static<typeof PropertySystem>
export type PropertySystemCreate = Static<typeof PropertySystemCreate>
export type PropertySystemUpdate = Static<typeof PropertySystemUpdate>
export type Credentials = Static<typeof Credentials>
export type PollResult = Static<typeof PollResult>
