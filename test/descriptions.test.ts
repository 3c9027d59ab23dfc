import { expect, test } from 'vitest'
import { openApiDocument, type OpenApiDocument } from '#http/openapi/document.ts'
import { publicSubject } from '#http/openapi/public.ts'
import { workflowSubject } from '#http/openapi/workflows.ts'
import { publicApi, workflowApi } from '#src/catalogue.ts'
import { documentOfHost } from '#src/host-document.ts'

const URL = 'http://localhost:3000'
const documents = {
  public: openApiDocument(publicApi, publicSubject(URL)),
  host: documentOfHost(URL),
  workflow: openApiDocument(workflowApi, workflowSubject(URL)),
}

type Part = Record<string, unknown>

/** Examples are data. The parts of `allOf` only narrow what is described elsewhere. */
const NOT_FIELDS = new Set(['example', 'examples', 'allOf'])

/** The place of every field and parameter of which a reader is told nothing but its name. */
function bareIn(document: OpenApiDocument): string[] {
  const isBare = (part: Part): boolean => !Object.hasOwn(resolved(document, part), 'description')
  const found: string[] = []
  const visit = (part: unknown, at: string): void => {
    if (typeof part !== 'object' || part === null) return
    if ('in' in part && 'schema' in part && isBare(part)) found.push(at)
    for (const [name, inner] of Object.entries(part)) {
      if (NOT_FIELDS.has(name)) continue
      if (name === 'properties')
        for (const [field, schema] of Object.entries(inner as Record<string, Part>)) {
          if (isBare(schema)) found.push(`${at}.${field}`)
          visit(schema, `${at}.${field}`)
        }
      else visit(inner, `${at}/${name}`)
    }
  }
  visit(document, '')
  return found
}

/** A reference has the words of what it refers to, unless it has its own. */
function resolved(document: OpenApiDocument, part: Part): Part {
  const { $ref } = part
  if (typeof $ref !== 'string' || 'description' in part) return part
  return $ref
    .split('/')
    .slice(1)
    .reduce((whole, name) => whole[name] as Part, document as Part)
}

test.for(Object.entries(documents))('every field of the %s document says what its name does not', ([, document]) => {
  expect(bareIn(document)).toEqual([])
})
