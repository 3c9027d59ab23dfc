import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'
import { TaskTag } from '#modules/tasks/task-part.schema.ts'
import { TASK_PRIORITIES } from '#modules/tasks/task.schema.ts'

const SUGGESTION_STATES = ['open', 'accepted', 'dismissed'] as const

/** A change to a task that somebody may want; it changes nothing until it is accepted. */
export const Suggestion = Type.Object(
  {
    id: Uuid,
    kind: oneOf(['duplicate', 'priority', 'tag']),
    duplicateOf: Nullable(
      Type.Object({ id: Uuid, shortId: Type.String(), title: Type.String(), status: Type.String() }),
    ),
    priority: Nullable(oneOf(TASK_PRIORITIES)),
    tag: Nullable(TaskTag),
    score: Nullable(Type.Number({ description: 'How alike the titles are, from 0 to 1.' })),
    reason: Type.String(),
    method: oneOf(['rules', 'model']),
    state: oneOf(SUGGESTION_STATES),
    createdAt: DateTime,
    decidedAt: Nullable(DateTime),
  },
  { $id: 'Suggestion' },
)
export const SuggestionPage = Page(Suggestion, { $id: 'SuggestionPage' })
export const SuggestionQuery = closed({ state: Type.Optional(oneOf(SUGGESTION_STATES)), ...Paging })
export const SuggestionPath = closed({ workspaceId: WorkspaceId, taskId: Uuid, suggestionId: Uuid })

export type Suggestion = Static<typeof Suggestion>
export type SuggestionQuery = Static<typeof SuggestionQuery>
