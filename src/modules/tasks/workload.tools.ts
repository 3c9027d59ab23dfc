import { tool } from '#core/tool.ts'
import * as operations from './workload.operations.ts'

export const getWorkload = tool({
  toolset: 'workforce',
  name: 'get_workload',
  title: 'Workload of people',
  description:
    'Tasks and minutes of each person and vendor day by day, against availableMinutes: 0 is off, null that no hours are kept.',
  operation: operations.getWorkload,
  scope: 'workforce:read',
  takes: ['from', 'to', 'departmentId', 'kind'],
  gives: [
    'id',
    'kind',
    'name',
    'days.date',
    'days.tasks',
    'days.openTasks',
    'days.estimatedMinutes',
    'days.availableMinutes',
  ],
  effect: 'read',
})
