import { Type, type TObject } from 'typebox'
import type { Failure } from '#core/errors.ts'
import { oneOf, optional } from '#core/schema.ts'
import { isRetryable } from '#http/problems.ts'
import type { Components, Part } from './components.ts'
import { exampleOf } from './examples.ts'
import { describeHeaders, EVERY_ANSWER, LIMITS, type HeaderName } from './headers.ts'

const PROBLEM = '#/components/schemas/Problem'
const MEDIA_TYPE = 'application/problem+json'

const HEADERS_OF_STATUS: Record<number, readonly HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The shape of every refusal, with the closed list of codes and what some of them tell beyond the rest. */
export function problemSchema(failures: readonly Failure[]): TObject {
  const codes = failures.map(({ code }) => code)
  return Type.Object(
    {
      type: Type.String({ description: '`urn:innkeeper:problem:` and the code.' }),
      title: Type.String({ description: 'What the code means.' }),
      status: Type.Integer({ description: 'The HTTP status.' }),
      detail: Type.String({ description: 'What it was this time.' }),
      instance: Type.String({ description: 'The address that was asked.' }),
      code: oneOf(codes, { description: 'For programs: a closed list.' }),
      requestId: Type.String({ description: 'Quote it to support.' }),
      retryable: Type.Boolean({ description: 'Whether the same request can succeed later.' }),
      errors: Type.Array(
        Type.Object({
          pointer: Type.Optional(Type.String({ description: 'JSON pointer into the body.' })),
          parameter: Type.Optional(Type.String({ description: 'Name of a path, query or header parameter.' })),
          code: Type.String({ description: 'What kind of fault it is, such as `out_of_range`; the list may grow.' }),
          message: Type.String({ description: 'The same for people, in English.' }),
        }),
        { description: 'One entry for each thing wrong with the request.' },
      ),
      ...optional(Object.assign({}, ...failures.map(({ members }) => members))),
    },
    { $id: 'Problem', description: 'Why a request was refused (RFC 9457).', additionalProperties: true },
  )
}

/** The failures of one status as one response: its codes, each with an example. */
export function problemResponse(
  status: number,
  failures: readonly Failure[],
  components: Components,
  { isLimited = true }: { isLimited?: boolean } = {},
): Part {
  const codes = failures.map(({ code }) => code)
  const limits = isLimited && status < 500 ? LIMITS : []
  const names = [...EVERY_ANSWER, ...limits, ...(HEADERS_OF_STATUS[status] ?? [])]
  const suffix = isLimited || status >= 500 ? '' : 'Unlimited'
  return components.add('responses', codes.map(pascalCase).join('Or') + suffix, {
    description: failures.map(({ code, text }) => `- \`${code}\`: ${text}`).join('\n'),
    headers: describeHeaders(names, components),
    content: {
      [MEDIA_TYPE]: {
        schema: {
          allOf: [
            { $ref: PROBLEM },
            { type: 'object', properties: { status: { const: status }, code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(
          failures.map((failure) => [
            failure.code,
            components.add('examples', failure.code, exampleOfProblem(failure)),
          ]),
        ),
      },
    },
  })
}

function exampleOfProblem(failure: Failure): Part {
  const { code, status, text } = failure
  return {
    summary: text,
    value: {
      type: `urn:innkeeper:problem:${code}`,
      title: text,
      status,
      detail: text,
      instance: '/api/v1/workspaces/seaside-homes/properties',
      code,
      requestId: '3f1c9a52-6a0e-4c7b-9d7e-1f0b5a3c8e21',
      retryable: isRetryable(failure),
      errors: [],
      ...exampleOfMembers(failure),
      ...PARTICULARS[code],
    },
  }
}

function exampleOfMembers({ code, members = {} }: Failure): Part {
  return Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name, exampleOf(schema, `${code}.${name}`)]),
  )
}

/** What makes the example of a code say more than its text. */
const PARTICULARS: Record<string, Part> = {
  invalid_request: {
    detail: 'limit: Must be at most 100.',
    errors: [{ parameter: 'limit', code: 'out_of_range', message: 'Must be at most 100.' }],
  },
  insufficient_scope: { detail: 'This operation needs the scope properties:write.' },
  read_only_field: {
    detail: 'id cannot be changed. Leave it out or send its current value.',
    errors: [{ pointer: '/id', code: 'read_only', message: 'This field cannot be changed.' }],
  },
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
