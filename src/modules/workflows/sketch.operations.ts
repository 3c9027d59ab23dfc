import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { failures } from './draft.service.ts'
import { figuresOf } from './run-figure.queries.ts'
import * as figures from './run-figure.schema.ts'
import * as schema from './sketch.schema.ts'
import { sketch } from './sketch.service.ts'

const about = { tag: 'Workflows', access: { role: 'member' }, params: WorkspacePath } as const

export const sketchWorkflow = operation({
  ...about,
  id: 'sketchWorkflow',
  summary: 'Lay out a document as a graph',
  description: 'Also while something is wrong with it, as far as it can be read. Nothing is kept.',
  rest: { method: 'POST', path: '/workspaces/:workspaceId/workflow-sketches' },
  body: schema.SketchWrite,
  reply: schema.Sketch,
  errors: [failures.workflow_content_missing],
  run: sketch,
})

export const getWorkflowRunFigures = operation({
  ...about,
  id: 'getWorkflowRunFigures',
  summary: 'Count runs and how long they took, by day',
  description: 'Live runs by the day on which they were made, in the time zone of the workspace, oldest first.',
  rest: { method: 'GET', path: '/workspaces/:workspaceId/workflow-run-figures' },
  query: figures.RunFigureQuery,
  reply: figures.RunFigures,
  run: (ctx, query) => figuresOf(ctx, query),
})
