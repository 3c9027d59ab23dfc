import { tool } from '#core/tool.ts'
import * as operations from './department.operations.ts'

export const listDepartments = tool({
  toolset: 'workforce',
  name: 'list_departments',
  title: 'List departments',
  description: 'Ids for new tasks.',
  operation: operations.listDepartments,
  takes: [],
  gives: ['id', 'name', 'kind'],
  effect: 'read',
  names: { fields: ['departmentId'] },
})
