import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import * as schema from './door-link.schema.ts'
import * as links from './door-link.service.ts'

const { door_link_not_found, link_inapplicable } = links.failures
const about = { tag: 'Links', access: { role: 'manager' } } as const
const LIST = '/workspaces/:workspaceId/door-links'
const ITEM = `${LIST}/:doorLinkId`

export const listDoorLinks = operation({
  ...about,
  id: 'listDoorLinks',
  summary: 'List the links of guests',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.DoorLinkQuery,
  reply: schema.DoorLinkPage,
  run: (ctx, query) => links.listDoorLinks(ctx, query),
})

export const createDoorLink = operation({
  ...about,
  id: 'createDoorLink',
  summary: 'Give a guest the manual of a property and its door',
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.DoorLinkCreate,
  reply: schema.DoorLink,
  status: 201,
  secrets: ['url'],
  errors: [link_inapplicable],
  run: (ctx, input) => links.createDoorLink(ctx, input),
})

export const getDoorLink = operation({
  ...about,
  id: 'getDoorLink',
  summary: 'Show a link again',
  rest: { method: 'GET', path: ITEM },
  params: schema.DoorLinkPath,
  reply: schema.DoorLink,
  errors: [door_link_not_found],
  run: (ctx, { doorLinkId }) => links.getDoorLink(ctx, doorLinkId),
})

export const revokeDoorLink = operation({
  ...about,
  id: 'revokeDoorLink',
  summary: 'Withdraw a link',
  description: 'It stops working at once. Safe to repeat.',
  rest: { method: 'POST', path: `${ITEM}/revoke` },
  params: schema.DoorLinkPath,
  reply: schema.DoorLink,
  secrets: ['url'],
  errors: [door_link_not_found],
  run: (ctx, { doorLinkId }) => links.revokeDoorLink(ctx, doorLinkId),
})
