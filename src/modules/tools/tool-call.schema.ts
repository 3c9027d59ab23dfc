import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, Page, Paging, Uuid } from '#core/schema.ts'

export const ToolCall = Type.Object(
  {
    id: Uuid,
    principal: Type.String({ description: 'Who called: `key:<id>` or `user:<id>`.' }),
    client: Nullable(Type.String(), { description: 'What the client calls itself.' }),
    tool: Type.String(),
    argsHash: Type.String({ description: 'Equal for equal arguments; the arguments are not kept.' }),
    gate: oneOf(['none', 'asked', 'confirmed', 'declined']),
    outcome: oneOf(['done', 'refused', 'failed']),
    code: Nullable(Type.String()),
    requestId: Nullable(Type.String()),
    createdAt: DateTime,
  },
  { $id: 'ToolCall' },
)
export const ToolCallPage = Page(ToolCall, { $id: 'ToolCallPage' })
export const ToolCallQuery = closed({
  tool: Type.Optional(Type.String({ maxLength: 100 })),
  ...Paging,
})

export type ToolCall = Static<typeof ToolCall>
export type ToolCallQuery = Static<typeof ToolCallQuery>
