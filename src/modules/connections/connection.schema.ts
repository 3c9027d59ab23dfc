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

/** Operations providers there is an adapter for. */
const PROVIDERS = ['breezeway'] as const
/** The departments that the provider knows. */
const REMOTE_DEPARTMENTS = ['housekeeping', 'inspection', 'maintenance', 'safety'] as const

const RemoteDepartment = oneOf(REMOTE_DEPARTMENTS)

const settings = {
  defaultDepartment: oneOf(REMOTE_DEPARTMENTS, {
    description: 'For departments whose name does not tell and that are not listed below.',
  }),
  departments: Type.Array(closed({ departmentId: Uuid, remoteDepartment: RemoteDepartment }), {
    maxItems: 200,
    description: 'Which department of the provider each of ours is. An office department is sent only if it is here.',
  }),
}

const ConnectionSettings = Type.Object(settings, { $id: 'ConnectionSettings' })

const Credentials = closed({
  clientId: Line(200, { examples: ['client-8812'] }),
  clientSecret: Words(500, { minLength: 8, examples: ['not-a-real-secret'] }),
})

const fixed = {
  id: Uuid,
  provider: oneOf(PROVIDERS),
  credentialsLastFour: Type.String({ description: 'All that is ever shown of the secret.' }),
  lastSyncAt: Nullable(DateTime, { description: 'When something was last sent.' }),
  lastError: Nullable(Type.String(), { description: 'Why the provider could not be reached; null once it was.' }),
  createdAt: DateTime,
  updatedAt: DateTime,
}
const changeable = {
  name: Line(100, { examples: ['Breezeway Lisbon'] }),
  status: oneOf(['active', 'paused', 'failing'], {
    description: 'Set active or paused; failing says that the provider cannot be reached, and goes away by itself.',
  }),
}

/** A workspace's account with an outside operations provider. */
export const Connection = Type.Object({ ...fixed, ...changeable, settings: ConnectionSettings }, { $id: 'Connection' })
export const ConnectionPage = Page(Connection, { $id: 'ConnectionPage' })
export const ConnectionQuery = closed(Paging)
export const ConnectionPath = closed({ workspaceId: WorkspaceId, connectionId: Uuid })
export const ConnectionCreate = closed(
  {
    provider: fixed.provider,
    name: changeable.name,
    credentials: Credentials,
    status: Type.Optional(oneOf(['active', 'paused'])),
    settings: Type.Optional(closed(optional(settings))),
  },
  {
    $id: 'ConnectionCreate',
    examples: [
      {
        provider: 'breezeway',
        name: 'Breezeway Lisbon',
        status: 'paused',
        credentials: { clientId: 'client-8812', clientSecret: 'not-a-real-secret' },
      },
    ],
  },
)
export const ConnectionUpdate = closed(
  optional({ ...fixed, ...changeable, settings: closed(optional(settings)), credentials: Credentials }),
  { $id: 'ConnectionUpdate', examples: [{ status: 'paused' }] },
)

export const CONNECTION_FIXED = fixed
export const CONNECTION_FIELDS = Object.keys(Connection.properties)

export type Connection = Static<typeof Connection>
export type ConnectionCreate = Static<typeof ConnectionCreate>
export type ConnectionUpdate = Static<typeof ConnectionUpdate>
export type ConnectionSettings = Static<typeof ConnectionSettings>
export type Credentials = Static<typeof Credentials>
export type RemoteDepartment = Static<typeof RemoteDepartment>
