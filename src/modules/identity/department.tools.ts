import { tool } from '#core/tool.ts'
import * as operations from './department.operations.ts'

export const listDepartments = tool({
  toolset: 'workforce',
  name: 'list_departments',
  title: 'List departments',
  description: 'The teams with the ids that a new task needs.',
  operation: operations.listDepartments,
  takes: [],
  gives: ['id', 'name', 'kind'],
  effect: 'read',
})
