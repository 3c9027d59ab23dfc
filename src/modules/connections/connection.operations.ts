import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listConnections as list } from './connection.queries.ts'
import * as schema from './connection.schema.ts'
import * as connections from './connection.service.ts'

const { connection_not_found, connection_exists, mapped_department_unknown } = connections.failures
const LIST = '/workspaces/:workspaceId/connections'
const ITEM = `${LIST}/:connectionId`
const about = { tag: 'Connections', access: { role: 'admin' } } as const

export const listConnections = operation({
  ...about,
  id: 'listConnections',
  summary: 'List connections to operations providers',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.ConnectionQuery,
  reply: schema.ConnectionPage,
  run: (ctx, query) => list(ctx, query),
})

export const createConnection = operation({
  ...about,
  id: 'createConnection',
  summary: 'Connect an operations provider',
  description: 'The credentials are kept as ciphertext and never shown again. One connection can be active at a time.',
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.ConnectionCreate,
  reply: schema.Connection,
  status: 201,
  versioned: true,
  errors: [connection_exists, mapped_department_unknown],
  run: (ctx, input) => connections.createConnection(ctx, input),
})

export const getConnection = operation({
  ...about,
  id: 'getConnection',
  summary: 'Read a connection',
  rest: { method: 'GET', path: ITEM },
  params: schema.ConnectionPath,
  reply: schema.Connection,
  versioned: true,
  errors: [connection_not_found],
  run: (ctx, { connectionId }) => connections.getConnection(ctx, connectionId),
})

export const updateConnection = operation({
  ...about,
  id: 'updateConnection',
  summary: 'Rename, pause or resume a connection, or give it new credentials',
  description: '`settings` merges one level.',
  rest: { method: 'PATCH', path: ITEM },
  params: schema.ConnectionPath,
  body: schema.ConnectionUpdate,
  reply: schema.Connection,
  versioned: true,
  errors: [connection_not_found, connection_exists, mapped_department_unknown],
  run: (ctx, { connectionId, ...changes }) => connections.updateConnection(ctx, connectionId, changes),
})

export const deleteConnection = operation({
  ...about,
  id: 'deleteConnection',
  summary: 'Forget a connection and its credentials',
  description: 'What the provider has stays there.',
  rest: { method: 'DELETE', path: ITEM },
  params: schema.ConnectionPath,
  reply: Deleted,
  conditional: true,
  errors: [connection_not_found],
  run: (ctx, { connectionId }) => connections.deleteConnection(ctx, connectionId),
})
