import type { Resource } from './json-schema-place.ts'

/** What is wrong with a value, and where; worded and named as Ajv does it. */
export interface SchemaFault {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
  message: string
}

/** More than anybody reads: a value of many parts can have a fault in each, by each part of a schema. */
const FAULTS_MAX = 1000

/** One word of a schema: whether the value fits it. What does not is told to the run. */
export type SchemaCheck = (run: SchemaRun, value: unknown, path: string, seen: Seen | undefined) => boolean

/** Fields and items that some word has looked at, for those words that speak of the rest. */
export class Seen {
  readonly names = new Set<string>()
  readonly items = new Set<number>()
  isAllNames = false
  /** So many from the first on. */
  first = 0

  add({ names, items, isAllNames, first }: Seen): void {
    for (const name of names) this.names.add(name)
    for (const item of items) this.items.add(item)
    this.isAllNames ||= isAllNames
    this.first = Math.max(this.first, first)
  }
}

/** A schema as it is checked by. */
export class SchemaNode {
  static readonly yes = new SchemaNode(undefined)
  static readonly no = new SchemaNode(undefined)
  checks: readonly SchemaCheck[] = []
  readonly resource: Resource | undefined

  constructor(resource: Resource | undefined) {
    this.resource = resource
  }
}

/** One look at one value. */
export class SchemaRun {
  readonly isThorough: boolean
  readonly faults: SchemaFault[] = []
  /** The schemas with addresses of their own that it is in, the outermost first. */
  readonly scope: Resource[] = []
  readonly #isTracking: boolean
  #isQuiet = false

  constructor(isThorough: boolean, isTracking: boolean) {
    this.isThorough = isThorough
    this.#isTracking = isTracking
  }

  fits(node: SchemaNode, value: unknown, path: string, seen: Seen | undefined): boolean {
    if (node === SchemaNode.no) return this.fault('false schema', path, {}, 'boolean schema is false')
    const { checks, resource } = node
    const isElsewhere = resource !== undefined && this.scope.at(-1) !== resource
    if (isElsewhere) this.scope.push(resource)
    const own = this.#isTracking ? new Seen() : undefined
    let isGood = true
    for (const check of checks) {
      if (check(this, value, path, own)) continue
      isGood = false
      if (!this.isThorough || this.#isQuiet) break
    }
    if (isElsewhere) this.scope.pop()
    if (isGood && own) seen?.add(own)
    return isGood
  }

  /** The same where nobody wants to know why it does not. */
  fitsQuietly(node: SchemaNode, value: unknown, path: string, seen: Seen | undefined): boolean {
    const before = this.#isQuiet
    this.#isQuiet = true
    const isGood = this.fits(node, value, path, seen)
    this.#isQuiet = before
    return isGood
  }

  /** Answers that it does not fit. */
  fault(keyword: string, instancePath: string, params: Record<string, unknown>, message: string): false {
    if (!this.#isQuiet && this.faults.length < FAULTS_MAX) {
      this.faults.push({ instancePath, keyword, params, message })
    }
    return false
  }

  /** Takes back what was told since: it was only one of several ways. */
  forget(count: number): void {
    this.faults.length = Math.min(this.faults.length, count)
  }
}
