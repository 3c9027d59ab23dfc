import { operation } from '#core/operation.ts'
import { Deleted } from '#core/schema.ts'
import * as schema from './work-exception.schema.ts'
import * as exceptions from './work-exception.service.ts'

const { member_not_found, work_exception_not_found, work_exception_inapplicable } = exceptions.failures
const LIST = '/workspaces/:workspaceId/members/:membershipId/work-exceptions'
const ITEM = `${LIST}/:exceptionId`

export const listWorkExceptions = operation({
  id: 'listWorkExceptions',
  summary: 'List the days on which a member works otherwise than usual',
  tag: 'Workforce',
  access: { role: 'member' },
  rest: { method: 'GET', path: LIST },
  params: schema.WorkExceptionsPath,
  query: schema.WorkExceptionQuery,
  reply: schema.WorkExceptionPage,
  errors: [member_not_found],
  run: (ctx, { membershipId, ...query }) => exceptions.listExceptions(ctx, membershipId, query),
})

export const addWorkException = operation({
  id: 'addWorkException',
  summary: 'Give a member days off or an extra shift',
  tag: 'Workforce',
  access: { role: 'manager' },
  rest: { method: 'POST', path: LIST },
  params: schema.WorkExceptionsPath,
  body: schema.WorkExceptionCreate,
  reply: schema.WorkException,
  status: 201,
  versioned: true,
  errors: [member_not_found, work_exception_inapplicable],
  run: (ctx, { membershipId, ...input }) => exceptions.addException(ctx, membershipId, input),
})

export const updateWorkException = operation({
  id: 'updateWorkException',
  summary: 'Change days off or an extra shift',
  tag: 'Workforce',
  access: { role: 'manager' },
  rest: { method: 'PATCH', path: ITEM },
  params: schema.WorkExceptionPath,
  body: schema.WorkExceptionUpdate,
  reply: schema.WorkException,
  versioned: true,
  errors: [member_not_found, work_exception_not_found, work_exception_inapplicable],
  run: (ctx, { membershipId, exceptionId, ...changes }) =>
    exceptions.updateException(ctx, { membershipId, exceptionId }, changes),
})

export const deleteWorkException = operation({
  id: 'deleteWorkException',
  summary: 'Take days off or an extra shift back',
  tag: 'Workforce',
  access: { role: 'manager' },
  rest: { method: 'DELETE', path: ITEM },
  params: schema.WorkExceptionPath,
  reply: Deleted,
  conditional: true,
  errors: [member_not_found, work_exception_not_found],
  run: (ctx, path) => exceptions.deleteException(ctx, path),
})
