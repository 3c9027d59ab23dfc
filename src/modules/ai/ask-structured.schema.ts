import { Type, type Static } from 'typebox'
import { closed, CustomFields, Line, oneOf } from '#core/schema.ts'

const Schema = {
  ...CustomFields,
  description: 'JSON Schema of the answer.',
  examples: [{ type: 'object', properties: { priority: { enum: ['LOW', 'HIGH'] } }, required: ['priority'] }],
}

/** What is asked of a model whose answer has to have a form. */
export const StructuredAsk = closed({
  prompt: Type.String({ minLength: 1, examples: ['How urgent is a leak under the sink?'] }),
  system: Type.Optional(Type.String({ minLength: 1, description: 'What holds whatever is asked.' })),
  schema: Schema,
  model: Type.Optional(Line(200, { description: 'An alias such as `default` or `fast`, or `provider:model`.' })),
  maxOutputTokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 8192 })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  redactPii: Type.Optional(
    Type.Boolean({ description: 'Hide mail addresses, telephone numbers and the like from the model.' }),
  ),
})

export const StructuredAnswer = Type.Object({
  output: Type.Unknown({ description: 'By the schema.' }),
  degraded: Type.Boolean({ description: 'No model is configured, and fixed rules have answered.' }),
  source: oneOf(['model', 'rules']),
  provider: Type.String({ examples: ['openai'] }),
  model: Type.String(),
})

export type StructuredAsk = Static<typeof StructuredAsk>
export type StructuredAnswer = Static<typeof StructuredAnswer>
