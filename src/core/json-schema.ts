import { isRecord } from './json-record.ts'
import { knownDocument } from './json-schema-known.ts'
import { resourcesIn, type Resource, type Resources } from './json-schema-place.ts'
import { SchemaNode, SchemaRun, type SchemaFault } from './json-schema-run.ts'
import type { SchemaSource } from './json-schema-word.ts'
import { checksOf } from './json-schema-words.ts'

/** What a schema is read as when it says nothing. Other drafts are not known. */
export type Draft = '7' | '2020-12'

export interface ReadingOptions {
  draft: Draft
  /** Whether `format` is checked; where it is not, it only describes. */
  formats: boolean
}

/** Says why a schema cannot be used. */
export class SchemaProblem extends Error {}

/**
 * A JSON Schema of somebody else, interpreted: no text of it ever becomes code. It is read once into nodes that check;
 * references are looked up then, so that each costs one step however often it is met. The errors are worded as Ajv
 * words them.
 */
export class JsonSchema {
  readonly #root: SchemaNode
  readonly #isTracking: boolean

  private constructor(root: SchemaNode, isTracking: boolean) {
    this.#root = root
    this.#isTracking = isTracking
  }

  /** Throws what is wrong with it, with the place. */
  static read(schema: unknown, options: ReadingOptions): JsonSchema {
    const reading = new Reading(options)
    const root = reading.all(schema)
    return new JsonSchema(root, reading.isTracking)
  }

  /** What is wrong with a value: the first, or as many as anybody reads. References without end fill the stack. */
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

  /** Which of them a dynamic reference means is known only when it is followed. */
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

  /** Read when all around it is, so that a schema may lie as deep as it likes. */
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

  /** The drafts themselves may be referred to: schemas that hold schemas do that. */
  #known(url: string): Resource | undefined {
    const document = knownDocument(url)
    return document && resourcesIn(document, this.#resources)
  }
}
