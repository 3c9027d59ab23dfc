import type { WorkflowDocument } from './document.schema.ts'
import { kindOf, tasksOf } from './document-task.rules.ts'
import { CATALOG_FUNCTION } from './flow-call.rules.ts'

/** What neither changes nor tells anything. */
const HARMLESS = ['do', 'for', 'fork', 'raise', 'set', 'switch', 'try', 'wait']

/** The first task that does more than look, if there is one; `reads` are the functions that only do that. */
export function firstEffect(document: WorkflowDocument, reads: ReadonlySet<string>): string | undefined {
  const acting = tasksOf(document).find(({ task }) => {
    const kind = kindOf(task) ?? ''
    if (kind !== 'call') return !HARMLESS.includes(kind)
    const call = String(task.call)
    if (call === 'http') return String(task.with?.['method']).toLowerCase() !== 'get'
    const [, name, version] = CATALOG_FUNCTION.exec(call) ?? []
    return !reads.has(`${name}:${version}`)
  })
  return acting?.pointer
}
