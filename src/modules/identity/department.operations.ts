import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listDepartments as list, listDetails } from './department.queries.ts'
import * as schema from './department.schema.ts'
import * as departments from './department.service.ts'

const { department_not_found, ...refusals } = departments.failures

export const listDepartments = operation({
  id: 'listDepartments',
  summary: 'List departments',
  description: 'Gives the departmentId that a new task needs.',
  tag: 'Departments',
  access: { scope: 'departments:read', role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/departments' },
  params: WorkspacePath,
  query: schema.DepartmentQuery,
  reply: schema.DepartmentPage,
  run: (ctx, query) => list(ctx, query),
})

export const listDepartmentDetails = operation({
  id: 'listDepartmentDetails',
  summary: 'List departments with their default assignees',
  tag: 'Departments',
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/departments' },
  params: WorkspacePath,
  query: schema.DepartmentQuery,
  reply: schema.DepartmentDetailsPage,
  run: (ctx, query) => listDetails(ctx, query),
})

export const getDepartment = operation({
  id: 'getDepartment',
  summary: 'Read a department',
  tag: 'Departments',
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/departments/:departmentId' },
  params: schema.DepartmentPath,
  reply: schema.DepartmentDetails,
  versioned: true,
  errors: [department_not_found],
  run: (ctx, { departmentId }) => departments.getDepartment(ctx, departmentId),
})

export const createDepartment = operation({
  id: 'createDepartment',
  summary: 'Create a department',
  tag: 'Departments',
  access: { role: 'admin' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/departments' },
  params: WorkspacePath,
  body: schema.DepartmentCreate,
  reply: schema.DepartmentDetails,
  status: 201,
  versioned: true,
  errors: Object.values(refusals),
  run: (ctx, input) => departments.createDepartment(ctx, input),
})

export const updateDepartment = operation({
  id: 'updateDepartment',
  summary: 'Change a department or its default assignees',
  tag: 'Departments',
  access: { role: 'admin' },
  rest: { method: 'PATCH', path: '/workspaces/:workspaceId/departments/:departmentId' },
  params: schema.DepartmentPath,
  body: schema.DepartmentUpdate,
  reply: schema.DepartmentDetails,
  versioned: true,
  errors: [department_not_found, ...Object.values(refusals)],
  run: (ctx, { departmentId, ...changes }) => departments.updateDepartment(ctx, departmentId, changes),
})

export const deleteDepartment = operation({
  id: 'deleteDepartment',
  summary: 'Delete a department',
  description: 'Its people stay in the workspace; its slug can be used again.',
  tag: 'Departments',
  access: { role: 'admin' },
  rest: { method: 'DELETE', path: '/workspaces/:workspaceId/departments/:departmentId' },
  params: schema.DepartmentPath,
  reply: Deleted,
  conditional: true,
  errors: [department_not_found],
  run: (ctx, { departmentId }) => departments.deleteDepartment(ctx, departmentId),
})
