import type { Resource } from './json-schema-place.ts'

/** What is wrong with a value, and where, in Ajv's format and wording. */
export interface SchemaFault {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
  message: string
}

/** More than anybody reads. Without a cap, a large value could fail once per keyword and item. */
const FAULTS_MAX = 1000

/** Checks a value against one keyword, and reports faults to the run. */
export type SchemaCheck = (run: SchemaRun, value: unknown, path: string, seen: Seen | undefined) => boolean

/** Fields and items already evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Seen {
  readonly names = new Set<string>()
  readonly items = new Set<number>()
  isAllNames = false
  /** How many leading items are evaluated. */
  first = 0

  add({ names, items, isAllNames, first }: Seen): void {
    for (const name of names) this.names.add(name)
    for (const item of items) this.items.add(item)
    this.isAllNames ||= isAllNames
    this.first = Math.max(this.first, first)
  }
}

/** A compiled schema. */
export class SchemaNode {
  static readonly yes = new SchemaNode(undefined)
  static readonly no = new SchemaNode(undefined)
  checks: readonly SchemaCheck[] = []
  readonly resource: Resource | undefined

  constructor(resource: Resource | undefined) {
    this.resource = resource
  }
}

/** The validation of one value. */
export class SchemaRun {
  readonly isThorough: boolean
  readonly faults: SchemaFault[] = []
  /** The resources being applied, outermost first: JSON Schema's dynamic scope. */
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

  /** Like `fits`, but records no faults. */
  fitsQuietly(node: SchemaNode, value: unknown, path: string, seen: Seen | undefined): boolean {
    const before = this.#isQuiet
    this.#isQuiet = true
    const isGood = this.fits(node, value, path, seen)
    this.#isQuiet = before
    return isGood
  }

  /** Records a fault; always returns false. */
  fault(keyword: string, instancePath: string, params: Record<string, unknown>, message: string): false {
    if (!this.#isQuiet && this.faults.length < FAULTS_MAX) {
      this.faults.push({ instancePath, keyword, params, message })
    }
    return false
  }

  /** Drops faults after the first `count`: they came from alternatives that did not matter. */
  forget(count: number): void {
    this.faults.length = Math.min(this.faults.length, count)
  }
}
