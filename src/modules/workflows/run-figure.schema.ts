import { Type, type Static } from 'typebox'
import { closed, DateOnly, Nullable, Uuid } from '#core/schema.ts'

const RunFigure = Type.Object({
  day: DateOnly,
  completed: Type.Integer(),
  faulted: Type.Integer(),
  cancelled: Type.Integer(),
  open: Type.Integer({ description: 'Those that are not over.' }),
  medianSeconds: Nullable(Type.Number(), { description: 'From the first step to the end, of those completed.' }),
  slowSeconds: Nullable(Type.Number(), { description: 'Nineteen of twenty took no longer.' }),
})

export const RunFigureQuery = closed({
  workflowId: Type.Optional(Uuid),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, default: 14, description: 'Today is the last one.' })),
})
export const RunFigures = Type.Object(
  { items: Type.Array(RunFigure) },
  {
    $id: 'WorkflowRunFigures',
    examples: [
      {
        items: [
          { day: '2026-11-15', completed: 12, faulted: 1, cancelled: 0, open: 2, medianSeconds: 1.4, slowSeconds: 9.5 },
        ],
      },
    ],
  },
)
export type RunFigure = Static<typeof RunFigure>
export type RunFigureQuery = Static<typeof RunFigureQuery>
