import { Type, type Static } from 'typebox'
import { closed, CustomFields, optional, Words } from '#core/schema.ts'
import { bodyValidator } from '#core/validate.ts'
import type { Interaction } from './interaction.schema.ts'
import { schemaFault } from './output-schema.ts'

const AskInput = closed({
  message: Words(2000, { description: 'The question.' }),
  ...optional({
    options: Type.Array(Words(200), {
      minItems: 2,
      maxItems: 20,
      uniqueItems: true,
      description: 'To choose one from.',
    }),
    fields: Type.Unsafe<Record<string, unknown>>({
      ...CustomFields,
      description: 'A form to fill in: the JSON Schema of an object. Not with options.',
    }),
  }),
})

/** The tool by which an agent asks the person it works for. */
export const askPerson = {
  description: 'Asks the person: a question, a choice, or a form. Use it only when you cannot find out otherwise.',
  inputSchema: { ...AskInput } as Record<string, unknown>,
}

/** The same for a run that speaks for somebody outside: the question goes to the team, not to them. */
export const askTeam = {
  ...askPerson,
  description: 'Asks somebody of the team: a question, a choice, or a form. Whoever you speak with does not see it.',
}

const check = bodyValidator(AskInput)

interface Asked extends Pick<Interaction, 'kind' | 'message' | 'options'> {
  responseSchema: Record<string, unknown>
}

/** The question, or what is wrong with it. */
export function questionIn(input: unknown): Asked | { fault: string } {
  const [fault] = check(input)
  if (fault) return { fault: `${fault.pointer || 'The question'}: ${fault.message}` }
  const { message, options, fields } = input as Static<typeof AskInput>
  if (options && fields) return { fault: 'Give options or fields, not both.' }
  if (options) {
    const choices = options.map((label, index) => ({ id: String(index + 1), label }))
    return {
      kind: 'choice',
      message,
      options: choices,
      responseSchema: answerOf(
        'option',
        choices.map(({ id }) => id),
      ),
    }
  }
  if (!fields) return { kind: 'question', message, options: [], responseSchema: answerOf('answer') }
  const wrong = fields['type'] === 'object' ? schemaFault(fields) : 'Must be the schema of an object.'
  if (wrong !== undefined) return { fault: `/fields: ${wrong}` }
  return { kind: 'form', message, options: [], responseSchema: fields }
}

function answerOf(name: string, values?: string[]): Record<string, unknown> {
  const value = values ? { type: 'string', enum: values } : { type: 'string', minLength: 1, maxLength: 10_000 }
  return { type: 'object', properties: { [name]: value }, required: [name], additionalProperties: false }
}
