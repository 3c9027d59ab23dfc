import { Type } from 'typebox'
import { closed, Nullable } from '#core/schema.ts'
import { DOCUMENT_EXAMPLE, DraftWrite } from './definition.schema.ts'

export const SketchWrite = closed(DraftWrite.properties, {
  $id: 'WorkflowSketchWrite',
  examples: [{ document: DOCUMENT_EXAMPLE }],
})

const Node = Type.Object({
  id: Type.String({ description: 'The pointer of the task, or `start` and `end`.' }),
  name: Type.String(),
  kind: Type.String(),
  detail: Type.Optional(Type.String()),
  parent: Type.Optional(Type.String()),
  role: Type.Optional(Type.String()),
})
const Edge = Type.Object({ from: Type.String(), to: Type.String(), label: Type.Optional(Type.String()) })

export const Sketch = Type.Object(
  {
    graph: Nullable(Type.Object({ nodes: Type.Array(Node), edges: Type.Array(Edge) }), {
      description: 'Null for what cannot be drawn as it stands.',
    }),
  },
  {
    $id: 'WorkflowSketch',
    examples: [{ graph: { nodes: [{ id: 'start', name: 'start', kind: 'start' }], edges: [] } }],
  },
)
