import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Nullable, oneOf, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const LOCK_PROVIDERS = ['simulated', 'seam'] as const
/** What a simulated lock can be told to do. */
const BEHAVIOURS = ['online', 'offline', 'slow', 'failing'] as const

const writable = {
  name: Line(100, { examples: ['Front door'] }),
  deviceId: Line(200, { description: 'What the provider calls the lock; of a simulated one any word.' }),
}
const fixed = {
  id: Uuid,
  propertyId: Uuid,
  provider: oneOf(LOCK_PROVIDERS),
  createdAt: DateTime,
  updatedAt: DateTime,
}

export const Lock = Type.Object({ ...fixed, ...writable }, { $id: 'Lock' })
export const LockPage = Page(Lock, { $id: 'LockPage' })
export const LockQuery = closed({ ...optional({ propertyId: Uuid }), ...Paging })
export const LockPath = closed({ workspaceId: WorkspaceId, lockId: Uuid })
export const LockCreate = closed(
  {
    propertyId: fixed.propertyId,
    name: writable.name,
    provider: fixed.provider,
    deviceId: Type.Optional(writable.deviceId),
  },
  {
    $id: 'LockCreate',
    examples: [{ propertyId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d92', name: 'Front door', provider: 'simulated' }],
  },
)
export const LockUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'LockUpdate',
  examples: [{ name: 'Street door' }],
})

export const Simulation = Type.Object(
  {
    behaviour: oneOf(BEHAVIOURS, {
      description: '`offline` is not reached, `slow` never answers, `failing` answers that it could not.',
    }),
    openedCount: Type.Integer(),
    openedAt: Nullable(DateTime),
  },
  { $id: 'Simulation' },
)
export const SimulationUpdate = closed(
  { behaviour: Simulation.properties.behaviour },
  { $id: 'SimulationUpdate', examples: [{ behaviour: 'offline' }] },
)

export const LOCK_FIXED = fixed
export const LOCK_FIELDS = Object.keys(Lock.properties)

export type Lock = Static<typeof Lock>
export type LockCreate = Static<typeof LockCreate>
export type LockUpdate = Static<typeof LockUpdate>
export type LockQuery = Static<typeof LockQuery>
export type Simulation = Static<typeof Simulation>
export type SimulationUpdate = Static<typeof SimulationUpdate>
