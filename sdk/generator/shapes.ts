import { componentIn, type Schema } from './document.ts'

/** Keywords that say what a value means or how large it may be; TypeScript has no words for that. */
const UNTYPED = [
  'default',
  'examples',
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'minLength',
  'minimum',
  'pattern',
  'uniqueItems',
  'x-contract',
]
const TYPED = [
  '$ref',
  'additionalProperties',
  'anyOf',
  'const',
  'description',
  'enum',
  'items',
  'patternProperties',
  'properties',
  'required',
  'type',
]
const PLAIN: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** What a field that may be left out can be: in what we send, undefined is the same as left out. */
export type LeftOut = '' | ' | undefined'

/** The component as a declaration. */
export function declarationOf(name: string, schema: Schema, leftOut: LeftOut = ''): string {
  const shape = shapeOf(schema, name, leftOut)
  const head = docOf(schema['description'])
  return shape.startsWith('{') ? `${head}export interface ${name} ${shape}` : `${head}export type ${name} = ${shape}`
}

/** The TypeScript type of a schema. A keyword that is not understood is an error: a guess would be a wrong promise. */
export function shapeOf(schema: Schema, where: string, leftOut: LeftOut = ''): string {
  const unknown = Object.keys(schema).find((keyword) => !UNTYPED.includes(keyword) && !TYPED.includes(keyword))
  if (unknown !== undefined) throw new Error(`${where}: the keyword ${unknown} is not understood`)
  if ('$ref' in schema) return componentIn(schema) ?? refuse(where, `cannot follow ${String(schema['$ref'])}`)
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(schema['anyOf'])) return unionOf(schema['anyOf'] as Schema[], where, leftOut)
  // The empty schema is the one that does mean anything at all.
  if (Object.keys(schema).length === 0) return 'unknown'
  const names = [schema['type']].flat()
  return names.map((name) => shapeOfType(name, schema, where, leftOut)).join(' | ')
}

function unionOf(schemas: Schema[], where: string, leftOut: LeftOut): string {
  return schemas.map((schema, index) => shapeOf(schema, `${where}[${index}]`, leftOut)).join(' | ')
}

function shapeOfType(name: unknown, schema: Schema, where: string, leftOut: LeftOut): string {
  if (name === 'object') return objectOf(schema, where, leftOut)
  if (name === 'array') return arrayOf(schema, where, leftOut)
  return (typeof name === 'string' ? PLAIN[name] : undefined) ?? refuse(where, `the type ${String(name)} is unknown`)
}

function arrayOf(schema: Schema, where: string, leftOut: LeftOut): string {
  if (!isSchema(schema['items'])) return refuse(where, 'an array must say what it holds')
  const item = shapeOf(schema['items'], `${where}[]`, leftOut)
  return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`
}

function objectOf(schema: Schema, where: string, leftOut: LeftOut): string {
  const required = (schema['required'] ?? []) as string[]
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const lines = properties.map(([name, property]) => {
    const shape = shapeOf(property, `${where}.${name}`, leftOut)
    const field = required.includes(name) ? `${name}: ${shape}` : `${name}?: ${shape}${leftOut}`
    return docOf(property['description']) + field
  })
  const open = openPartOf(schema, where)
  if (properties.length === 0)
    return open === undefined ? refuse(where, 'an object without properties') : `Record<string, ${open}>`
  if (open !== undefined) lines.push(`[name: string]: ${open}`)
  return `{\n${indent(lines.join('\n'))}\n}`
}

/** What properties without a name of their own hold; undefined when there are none. */
function openPartOf({ additionalProperties, patternProperties }: Schema, where: string): string | undefined {
  if (isSchema(patternProperties)) {
    const [[pattern, schema] = [], ...others] = Object.entries(patternProperties)
    if (pattern !== '^.*$' || others.length > 0) return refuse(where, 'names of properties can only be all names')
    return shapeOf(schema as Schema, `${where}.*`)
  }
  if (isSchema(additionalProperties)) return shapeOf(additionalProperties, `${where}.*`)
  return additionalProperties === true ? 'unknown' : undefined
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(where: string, why: string): never {
  throw new Error(`${where}: ${why}`)
}

/** A doc comment; nothing for no text. */
export function docOf(text: unknown): string {
  if (typeof text !== 'string' || text === '') return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

export function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}
