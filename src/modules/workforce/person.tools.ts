import { tool } from '#core/tool.ts'
import * as operations from './person.operations.ts'

export const listPeople = tool({
  toolset: 'workforce',
  name: 'list_people',
  title: 'List people and vendors',
  description: 'Whom work can be given to, with ids for assign_task, departments and skills.',
  operation: operations.listPeople,
  scope: 'workforce:read',
  takes: ['kind', 'departmentId', 'q'],
  gives: ['id', 'kind', 'name', 'role', 'departmentIds', 'skills.name', 'serviceArea'],
  effect: 'read',
  finds: 'person',
  names: { fields: ['primaryUserId', 'primaryVendorOrgId', 'secondaryAssigneeIds'], by: 'id' },
})
