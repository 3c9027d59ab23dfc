import { isRecord } from './json-record.ts'
import { unescapePointer } from './json-pointer.ts'

/** By URL without the fragment. */
export type Resources = Map<string, Resource>

const ROOT = 'https://schema.invalid/'
/** Keywords that hold plain data: an `$id` inside them is not an id. */
const DATA = new Set(['const', 'enum', 'default', 'examples'])

/** A schema with its own URL, and the anchors in it. */
export class Resource {
  readonly url: string
  readonly schema: unknown
  readonly anchors = new Map<string, unknown>()
  readonly dynamicAnchors = new Map<string, unknown>()
  /** Nested schemas that have their own URLs, by schema object. */
  readonly inner: Map<object, Resource>

  constructor(url: string, schema: unknown, inner: Map<object, Resource>) {
    this.url = url
    this.schema = schema
    this.inner = inner
  }

  /** The URL its author gave it, or an empty string. */
  get name(): string {
    return this.url === ROOT ? '' : this.url
  }

  /** Resolves a fragment: a JSON pointer or an anchor. */
  at(fragment: string): { schema: unknown; resource: Resource } | undefined {
    const text = decoded(fragment)
    if (text !== '' && !text?.startsWith('/')) {
      const schema = text === undefined ? undefined : (this.anchors.get(text) ?? this.dynamicAnchors.get(text))
      return schema === undefined ? undefined : { schema, resource: this }
    }
    const parts = text === '' ? [] : text.slice(1).split('/')
    let found: { schema: unknown; resource: Resource } = { schema: this.schema, resource: this }
    for (const part of parts) {
      const { schema, resource } = found
      const name = unescapePointer(part)
      if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, name)) return undefined
      const next = (schema as Record<string, unknown>)[name]
      found = { schema: next, resource: (isRecord(next) && this.inner.get(next)) || resource }
    }
    return found
  }
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}

/** Collects every URL and anchor in a schema. Returns the outermost resource. */
export function resourcesIn(root: unknown, resources: Resources): Resource {
  const inner = new Map<object, Resource>()
  const add = (url: string, schema: unknown): Resource => {
    const resource = new Resource(url, schema, inner)
    const known = resources.get(url)
    if (known && known.schema !== schema) throw new Error(`reference "${url}" resolves to more than one schema`)
    if (!known) resources.set(url, resource)
    return known ?? resource
  }
  const outermost = add(urlOf(root, ROOT) ?? ROOT, root)
  // A list instead of recursion: nesting can be arbitrarily deep.
  const open: [unknown, Resource][] = [[root, outermost]]
  const seen = new Set<unknown>()
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, around] = next
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (Array.isArray(value)) {
      for (const each of value) open.push([each, around])
      continue
    }
    const url = value === root ? undefined : urlOf(value, around.url)
    const here = url === undefined ? around : add(url, value)
    if (url !== undefined) inner.set(value, here)
    nameIn(value as Record<string, unknown>, here)
    for (const [name, each] of Object.entries(value)) if (!DATA.has(name)) open.push([each, here])
  }
  return outermost
}

function nameIn(schema: Record<string, unknown>, here: Resource): void {
  const { $id: id, $anchor: anchor, $dynamicAnchor: dynamic } = schema
  // In draft 7, an $id that is only a fragment is an anchor.
  if (typeof id === 'string' && id.length > 1 && id.startsWith('#')) here.anchors.set(id.slice(1), schema)
  if (typeof anchor === 'string') here.anchors.set(anchor, schema)
  if (typeof dynamic === 'string') here.dynamicAnchors.set(dynamic, schema)
}

function urlOf(schema: unknown, base: string): string | undefined {
  const id = isRecord(schema) && Object.hasOwn(schema, '$id') ? schema['$id'] : undefined
  if (typeof id !== 'string' || id === '' || id.startsWith('#')) return undefined
  const url = URL.parse(id, base)
  if (!url) return undefined
  url.hash = ''
  return url.href
}
