import type { SharedBlocker } from './shared-task.schema.ts'

/** What stands in the way of a completion, as the office sees it. */
interface Blocker {
  kind: SharedBlocker['kind']
  id: string
  title: string
  actionUrl?: string
  requires?: 'summary' | 'photo' | 'cost'
}

/** Without what the link does not reach: other tasks, and what the office wrote for itself. */
export function sharedBlockers(blockers: readonly Blocker[]): SharedBlocker[] {
  const items = blockers
    .filter(({ kind }) => kind === 'checklist_item')
    .map(({ kind, id, title, actionUrl = null }) => ({ kind, id, title, actionUrl, requires: null }))
  const rules = blockers.flatMap(({ requires, title }) =>
    requires === undefined ? [] : [{ kind: 'workflow_rule' as const, id: null, title, actionUrl: null, requires }],
  )
  const isHeld = blockers.some(({ kind, requires }) => kind === 'workflow_rule' && requires === undefined)
  return [
    ...items,
    ...(blockers.some(({ kind }) => kind === 'task') ? [hidden('task', 'Other work must be finished first.')] : []),
    ...(isHeld ? [hidden('workflow_rule', 'The office must release this task first.')] : []),
    ...rules,
  ]
}

function hidden(kind: SharedBlocker['kind'], title: string): SharedBlocker {
  return { kind, id: null, title, actionUrl: null, requires: null }
}
