import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listContacts as list } from './contact.queries.ts'
import * as schema from './contact.schema.ts'
import * as contacts from './contact.service.ts'

const { contact_not_found } = contacts.failures
const LIST = '/workspaces/:workspaceId/contacts'
const ITEM = `${LIST}/:contactId`

export const listContacts = operation({
  id: 'listContacts',
  summary: 'List contacts',
  tag: 'Contacts',
  access: { role: 'member' },
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.ContactQuery,
  reply: schema.ContactPage,
  run: (ctx, query) => list(ctx, query),
})

export const getContact = operation({
  id: 'getContact',
  summary: 'Read a contact',
  tag: 'Contacts',
  access: { role: 'member' },
  rest: { method: 'GET', path: ITEM },
  params: schema.ContactPath,
  reply: schema.Contact,
  versioned: true,
  errors: [contact_not_found],
  run: (ctx, { contactId }) => contacts.getContact(ctx, contactId),
})

export const createContact = operation({
  id: 'createContact',
  summary: 'Create a contact',
  tag: 'Contacts',
  access: { role: 'manager' },
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.ContactCreate,
  reply: schema.Contact,
  status: 201,
  versioned: true,
  run: (ctx, input) => contacts.createContact(ctx, input),
})

export const updateContact = operation({
  id: 'updateContact',
  summary: 'Change a contact',
  tag: 'Contacts',
  access: { role: 'manager' },
  rest: { method: 'PATCH', path: ITEM },
  params: schema.ContactPath,
  body: schema.ContactUpdate,
  reply: schema.Contact,
  versioned: true,
  errors: [contact_not_found],
  run: (ctx, { contactId, ...changes }) => contacts.updateContact(ctx, contactId, changes),
})

export const deleteContact = operation({
  id: 'deleteContact',
  summary: 'Delete a contact',
  description: 'Tasks and reservations that name the contact keep it.',
  tag: 'Contacts',
  access: { role: 'manager' },
  rest: { method: 'DELETE', path: ITEM },
  params: schema.ContactPath,
  reply: Deleted,
  conditional: true,
  errors: [contact_not_found],
  run: (ctx, { contactId }) => contacts.deleteContact(ctx, contactId),
})
