import { Type } from 'typebox'
import { closed, CustomFields, Nullable, oneOf } from '#core/schema.ts'
import { DOCUMENT_EXAMPLE, DraftWrite } from './definition.schema.ts'
import { Problem } from './problem.schema.ts'

export const ValidationWrite = closed(DraftWrite.properties, {
  $id: 'WorkflowValidationWrite',
  examples: [{ document: DOCUMENT_EXAMPLE }],
})
export const Validation = Type.Object(
  {
    isValid: Type.Boolean({ description: 'Whether it could be published.' }),
    problems: Type.Array(Problem, { description: 'What is wrong with it.' }),
    problemCount: Type.Integer({ description: 'How many there are; at most a hundred are listed.' }),
    sha256: Nullable(Type.String(), { description: 'Of the document, if it is valid.' }),
  },
  { $id: 'WorkflowValidation', examples: [{ isValid: true, problems: [], problemCount: 0, sha256: null }] },
)

export const WorkflowCatalog = Type.Object(
  {
    dsl: Type.String({ description: 'The version of the language.', examples: ['1.0.3'] }),
    engine: Type.Object(
      {
        name: Type.String({ description: 'Always `innkeeper`.' }),
        version: Type.String({ description: 'Of the engine.' }),
      },
      { description: 'As `$runtime` has it.' },
    ),
    languages: Type.Array(oneOf(['jq']), { description: 'That expressions can be written in.' }),
    functions: Type.Array(
      Type.Object({
        call: Type.String({ description: 'What to write after `call:`.', examples: ['task-create:1.0.0@default'] }),
        summary: Type.String({ description: 'What it does, in a line.' }),
        input: { ...CustomFields, description: 'The JSON Schema of what it takes.' },
        output: { ...CustomFields, description: 'The JSON Schema of what it gives.' },
      }),
      { description: 'What documents can call.' },
    ),
    eventTypes: Type.Array(Type.String(), { description: 'Events of the product that workflows can listen for.' }),
    events: Type.Array(
      Type.Object({
        type: Type.String({ description: 'One of `eventTypes`.' }),
        data: { ...CustomFields, description: 'The JSON Schema of its `data`.' },
      }),
      {
        description: 'The same with the JSON Schema of the `data` of each.',
      },
    ),
    limits: { ...CustomFields, description: 'What a document and a run may have at most, by name.' },
    schema: { ...CustomFields, description: 'The JSON Schema of a document.' },
  },
  {
    $id: 'WorkflowCatalog',
    examples: [
      {
        dsl: '1.0.3',
        engine: { name: 'innkeeper', version: '1.0.0' },
        languages: ['jq'],
        functions: [{ call: 'task-create:1.0.0@default', summary: 'Create a task', input: {}, output: {} }],
        eventTypes: ['ops.task.created.v1'],
        events: [{ type: 'ops.task.created.v1', data: {} }],
        limits: { steps: 10_000 },
        schema: {},
      },
    ],
  },
)
