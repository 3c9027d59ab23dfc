import { Type, type Static } from 'typebox'
import { closed, optional, Uuid } from '#core/schema.ts'
import { TaskQuery } from './task.schema.ts'

const narrowing = {
  parentTaskId: Type.String({ ...Uuid, description: 'Only the parts of this task.' }),
  assigneeId: Type.String({ ...Uuid, description: 'Only what this person or vendor is on.' }),
  isUnassigned: Type.Boolean({
    description: 'true: only what nobody is on, but for people who left and inactive vendors. false: the rest.',
  }),
  isBlocked: Type.Boolean({
    description:
      'true: only what waits for another task, a part of it or a workflow. false: only what waits for nothing.',
  }),
  isLate: Type.Boolean({
    description:
      'true: only what should be over by now at the workspace: its day has passed, or today its hour and as long as it takes (an hour unless estimated). false: the rest.',
  }),
  isOpen: Type.Boolean({ description: 'true: only what is still to do. false: only what is over.' }),
}

/** The filters of the public list, and those that people at a desk want besides. */
export const DeskQuery = closed({ ...optional(narrowing), ...TaskQuery.properties })
export type DeskQuery = Static<typeof DeskQuery>
