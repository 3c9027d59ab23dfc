import { bodiesIn, type Document } from './document.ts'
import { groupName, interfaceName, methodsOf, type Method } from './methods.ts'
import { declarationOf, docOf, indent } from './shapes.ts'

const HEAD = `// Made from docs/openapi.public.json by sdk/generate.ts. Do not change it here: run "npm run openapi".
import type { CallOptions, ChangeOptions, Including, PageWith, Seen, Versioned, With, WriteOptions } from './options.ts'
import type { Listing } from './paging.ts'
`

/** The generated part of the client: shapes, the methods of each group, and the table that the runtime works from. */
export function renderClient(document: Document): string {
  const methods = methodsOf(document)
  const bodies = bodiesIn(document)
  const groups = document.tags.map(({ name, description }) => ({
    tag: name,
    description,
    methods: methods.filter(({ group }) => group === name),
  }))
  return [
    HEAD,
    `/** Version of the API contract that this was made from. */\nexport const CONTRACT = ${JSON.stringify(document.info.version)}\n`,
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) => `${declarationOf(name, schema, bodies.has(name) ? ' | undefined' : '')}\n`,
    ),
    ...methods.flatMap(({ query }) => (query === '' ? [] : [`${query}\n`])),
    ...groups.map((group) => `${docOf(group.description)}${interfaceOf(group.tag, group.methods)}\n`),
    `${docOf('The methods of the client, by subject.')}export interface Groups<Restricted extends boolean = false> {\n${indent(
      groups
        .map(({ tag, description, methods }) => `${docOf(description)}${groupName(tag)}: ${typeOf(tag, methods)}`)
        .join('\n'),
    )}\n}\n`,
    `${docOf('What the runtime must know of each method.')}export const operations = {\n${indent(
      groups.map(({ tag, methods }) => `${groupName(tag)}: {\n${indent(rowsOf(methods))}\n},`).join('\n'),
    )}\n} as const\n`,
  ].join('\n')
}

function interfaceOf(tag: string, methods: Method[]): string {
  const parameter = hasViews(methods) ? '<Restricted extends boolean = false>' : ''
  const members = methods.map(({ declaration }) => declaration).join('\n')
  return `export interface ${interfaceName(tag)}${parameter} {\n${indent(members)}\n}`
}

const typeOf = (tag: string, methods: Method[]): string =>
  `${interfaceName(tag)}${hasViews(methods) ? '<Restricted>' : ''}`

/** Whether a restricted key sees another shape in some answer. */
const hasViews = (methods: Method[]): boolean => methods.some(({ declaration }) => declaration.includes('Restricted'))

const rowsOf = (methods: Method[]): string => methods.map(({ row }) => row).join('\n')
