import { isRecord } from './json-record.ts'
import { unescapePointer } from './json-pointer.ts'

/** By address, without what follows `#`. */
export type Resources = Map<string, Resource>

const ROOT = 'https://schema.invalid/'
/** Words whose values are no schemas: what looks like an id in them is none. */
const DATA = new Set(['const', 'enum', 'default', 'examples'])

/** A schema with an address of its own, and what is named in it. */
export class Resource {
  readonly url: string
  readonly schema: unknown
  readonly anchors = new Map<string, unknown>()
  readonly dynamicAnchors = new Map<string, unknown>()
  /** Those inside of it that have addresses of their own, from each place where one begins. */
  readonly inner: Map<object, Resource>

  constructor(url: string, schema: unknown, inner: Map<object, Resource>) {
    this.url = url
    this.schema = schema
    this.inner = inner
  }

  /** As its author knows it. */
  get name(): string {
    return this.url === ROOT ? '' : this.url
  }

  /** What a fragment points to: a pointer, or a name. */
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

/** Finds all that have an address or a name; answers the outermost. */
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
  // As a list and not by calls: it may lie as deep as it likes.
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
  // Draft 7 names a place by an id that is only a fragment.
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
