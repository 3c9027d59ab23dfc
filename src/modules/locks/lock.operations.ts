import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listLocks as list } from './lock.queries.ts'
import * as schema from './lock.schema.ts'
import * as locks from './lock.service.ts'

const { lock_not_found, device_taken, lock_inapplicable, lock_not_simulated } = locks.failures
const about = { tag: 'Locks', access: { role: 'manager' } } as const
const LIST = '/workspaces/:workspaceId/locks'
const ITEM = `${LIST}/:lockId`

export const listLocks = operation({
  ...about,
  id: 'listLocks',
  summary: 'List locks',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.LockQuery,
  reply: schema.LockPage,
  run: (ctx, query) => list(ctx, query),
})

export const createLock = operation({
  ...about,
  id: 'createLock',
  summary: 'Add a lock to a property',
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.LockCreate,
  reply: schema.Lock,
  status: 201,
  versioned: true,
  errors: [device_taken, lock_inapplicable],
  run: (ctx, input) => locks.createLock(ctx, input),
})

export const getLock = operation({
  ...about,
  id: 'getLock',
  summary: 'Read a lock',
  rest: { method: 'GET', path: ITEM },
  params: schema.LockPath,
  reply: schema.Lock,
  versioned: true,
  errors: [lock_not_found],
  run: (ctx, { lockId }) => locks.getLock(ctx, lockId),
})

export const updateLock = operation({
  ...about,
  id: 'updateLock',
  summary: 'Change a lock',
  rest: { method: 'PATCH', path: ITEM },
  params: schema.LockPath,
  body: schema.LockUpdate,
  reply: schema.Lock,
  versioned: true,
  errors: [lock_not_found, device_taken],
  run: (ctx, { lockId, ...changes }) => locks.updateLock(ctx, lockId, changes),
})

export const deleteLock = operation({
  ...about,
  id: 'deleteLock',
  summary: 'Remove a lock',
  rest: { method: 'DELETE', path: ITEM },
  params: schema.LockPath,
  reply: Deleted,
  conditional: true,
  errors: [lock_not_found],
  run: (ctx, { lockId }) => locks.deleteLock(ctx, lockId),
})

export const getSimulation = operation({
  ...about,
  id: 'getSimulation',
  summary: 'See what a simulated lock does',
  rest: { method: 'GET', path: `${ITEM}/simulation` },
  params: schema.LockPath,
  reply: schema.Simulation,
  errors: [lock_not_found, lock_not_simulated],
  run: (ctx, { lockId }) => locks.getSimulation(ctx, lockId),
})

export const simulateLock = operation({
  ...about,
  id: 'simulateLock',
  summary: 'Tell a simulated lock what to do',
  rest: { method: 'PUT', path: `${ITEM}/simulation` },
  params: schema.LockPath,
  body: schema.SimulationUpdate,
  reply: schema.Simulation,
  errors: [lock_not_found, lock_not_simulated],
  run: (ctx, { lockId, behaviour }) => locks.simulate(ctx, lockId, behaviour),
})
