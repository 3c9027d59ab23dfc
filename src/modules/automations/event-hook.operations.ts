import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listHooks } from './event-hook.queries.ts'
import * as schema from './event-hook.schema.ts'
import * as hooks from './event-hook.service.ts'

const { hook_not_found, address_not_allowed, too_many_hooks } = hooks.failures
const LIST = '/workspaces/:workspaceId/event-hooks'
const ITEM = `${LIST}/:hookId`
const about = { tag: 'Event hooks', access: { role: 'admin' } } as const

export const listEventHooks = operation({
  ...about,
  id: 'listEventHooks',
  summary: 'List event hooks',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.EventHookQuery,
  reply: schema.EventHookPage,
  run: (ctx, query) => listHooks(ctx, query),
})

export const createEventHook = operation({
  ...about,
  id: 'createEventHook',
  summary: 'Register an address that is told of events; its secret is in this answer only',
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.EventHookCreate,
  reply: schema.EventHookWithSecret,
  status: 201,
  versioned: true,
  secrets: ['secret'],
  errors: [address_not_allowed, too_many_hooks],
  run: (ctx, input) => hooks.createHook(ctx, input),
})

export const getEventHook = operation({
  ...about,
  id: 'getEventHook',
  summary: 'Read an event hook',
  rest: { method: 'GET', path: ITEM },
  params: schema.EventHookPath,
  reply: schema.EventHook,
  versioned: true,
  errors: [hook_not_found],
  run: (ctx, { hookId }) => hooks.getHook(ctx, hookId),
})

export const updateEventHook = operation({
  ...about,
  id: 'updateEventHook',
  summary: 'Change an event hook, pause or resume it',
  rest: { method: 'PATCH', path: ITEM },
  params: schema.EventHookPath,
  body: schema.EventHookUpdate,
  reply: schema.EventHook,
  versioned: true,
  errors: [hook_not_found, address_not_allowed],
  run: (ctx, { hookId, ...changes }) => hooks.updateHook(ctx, hookId, changes),
})

export const rotateEventHookSecret = operation({
  ...about,
  id: 'rotateEventHookSecret',
  summary: 'Give an event hook a new secret; the old one signs too for a day',
  rest: { method: 'POST', path: `${ITEM}/rotate-secret` },
  params: schema.EventHookPath,
  reply: schema.EventHookWithSecret,
  secrets: ['secret'],
  errors: [hook_not_found],
  run: (ctx, { hookId }) => hooks.rotateSecret(ctx, hookId),
})

export const deleteEventHook = operation({
  ...about,
  id: 'deleteEventHook',
  summary: 'Delete an event hook and its deliveries',
  rest: { method: 'DELETE', path: ITEM },
  params: schema.EventHookPath,
  reply: Deleted,
  conditional: true,
  errors: [hook_not_found],
  run: (ctx, { hookId }) => hooks.deleteHook(ctx, hookId),
})
