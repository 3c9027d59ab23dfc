import type { WorkspaceCtx } from '#core/context.ts'
import type { DraftWrite } from './definition.schema.ts'
import { graphOf, type Graph } from './diagram-graph.rules.ts'
import { drawable } from './document-check.ts'
import { TASKS_MAX } from './document-flow.rules.ts'
import { tasksOf } from './document-task.rules.ts'
import { readAnyDocument } from './document-reading.ts'
import { refuseContent, textIn } from './draft.service.ts'

export async function sketch({ workspaceId }: WorkspaceCtx, input: DraftWrite): Promise<{ graph: Graph | null }> {
  const { text, format } = textIn(input) ?? refuseContent()
  const { value } = await readAnyDocument(workspaceId, text, format)
  if (value === undefined) return { graph: null }
  try {
    const document = drawable(value)
    // No more than a document may have: to lay out ten thousand would hold up everybody else.
    return { graph: tasksOf(document).length > TASKS_MAX ? null : graphOf(document) }
  } catch {
    // What is half written can be anything, and has no drawing yet. What is wrong with it is told by the validation.
    return { graph: null }
  }
}
