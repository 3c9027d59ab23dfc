import { isRecord } from './json-record.ts'
import { knownDocument } from './json-schema-known.ts'
import { resourcesIn, type Resource, type Resources } from './json-schema-place.ts'
import { SchemaNode, SchemaRun, type SchemaFault } from './json-schema-run.ts'
import type { SchemaSource } from './json-schema-word.ts'
import { checksOf } from './json-schema-words.ts'

/** The supported drafts. */
export type Draft = '7' | '2020-12'

export interface ReadingOptions {
  draft: Draft
  /** Whether `format` is checked or only an annotation. */
  formats: boolean
}

/** Why a schema cannot be used. */
export class SchemaProblem extends Error {}

/**
 * Interprets untrusted JSON Schemas without ever generating code from them. A schema is compiled once into nodes, with
 * references resolved up front so that following one is a single step. Errors read like Ajv's.
 */
export class JsonSchema {
  readonly #root: SchemaNode
  readonly #isTracking: boolean

  private constructor(root: SchemaNode, isTracking: boolean) {
    this.#root = root
    this.#isTracking = isTracking
  }

  /** Throws a SchemaProblem that says what is wrong, and where. */
  static read(schema: unknown, options: ReadingOptions): JsonSchema {
    const reading = new Reading(options)
    const root = reading.all(schema)
    return new JsonSchema(root, reading.isTracking)
  }

  /** The first fault, or all of them up to a cap. A reference that loops endlessly overflows the stack. */
  faults(value: unknown, which: 'first' | 'all'): readonly SchemaFault[] {
    const run = new SchemaRun(which === 'all', this.#isTracking)
    return run.fits(this.#root, value, '', undefined) ? [] : run.faults
  }
}

class Reading implements SchemaSource {
  readonly draft: Draft
  readonly formats: boolean
  isTracking = false
  readonly #resources: Resources = new Map()
  readonly #nodes = new Map<object, SchemaNode>()
  readonly #unread: (() => void)[] = []

  constructor({ draft, formats }: ReadingOptions) {
    this.draft = draft
    this.formats = formats
  }

  all(schema: unknown): SchemaNode {
    const base = resourcesIn(schema, this.#resources)
    const root = this.nodeOf(schema, '', base)
    for (let isOpen = true; isOpen; isOpen = this.#openNamed()) {
      for (let next = this.#unread.pop(); next; next = this.#unread.pop()) next()
    }
    return root
  }

  /** Compiles all dynamic anchors: which one a dynamic reference means is known only at run time. */
  #openNamed(): boolean {
    for (const resource of this.#resources.values()) {
      for (const schema of resource.dynamicAnchors.values()) this.nodeOf(schema, '', resource)
    }
    return this.#unread.length > 0
  }

  refuse(place: string, what: string): never {
    throw new SchemaProblem(`schema is invalid: data${place} ${what}`)
  }

  tracks(): void {
    this.isTracking = true
  }

  /** Queues the schema instead of compiling it recursively, so nesting can be arbitrarily deep. */
  nodeOf(schema: unknown, place: string, around: Resource): SchemaNode {
    if (typeof schema === 'boolean') return schema ? SchemaNode.yes : SchemaNode.no
    if (!isRecord(schema)) this.refuse(place, 'must be object,boolean')
    const known = this.#nodes.get(schema)
    if (known) return known
    const resource = around.inner.get(schema) ?? around
    const node = new SchemaNode(resource)
    this.#nodes.set(schema, node)
    this.#unread.push(() => (node.checks = checksOf(this, schema, place, resource)))
    return node
  }

  referred(reference: string, place: string, from: Resource): SchemaNode {
    const found = this.#found(reference, from)
    if (!found) throw new SchemaProblem(`can't resolve reference ${reference} from id ${from.name || '#'}`)
    return this.nodeOf(found.schema, place, found.resource)
  }

  #found(reference: string, from: Resource) {
    const url = URL.parse(reference, from.url)
    if (!url) return undefined
    const fragment = url.hash.slice(1)
    url.hash = ''
    const resource = this.#resources.get(url.href) ?? this.#known(url.href)
    return resource?.at(fragment)
  }

  /** Schemas may refer to the meta-schemas, for fields that hold schemas. */
  #known(url: string): Resource | undefined {
    const document = knownDocument(url)
    return document && resourcesIn(document, this.#resources)
  }
}
