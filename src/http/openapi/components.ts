import { isDeepStrictEqual } from 'node:util'

/** A piece of the document, as it will be printed. */
export type Part = Record<string, unknown>

type Kind = 'schemas' | 'responses' | 'parameters' | 'examples' | 'headers'

/** What several places of a document share: written once under a name, and referred to. */
export interface Components {
  /** The reference to put in place of the part. */
  add(kind: Kind, name: string, part: Part): { $ref: string }
  all(): Part
}

export function createComponents(): Components {
  const parts = { schemas: {}, responses: {}, parameters: {}, examples: {}, headers: {} } as Record<
    Kind,
    Record<string, Part>
  >
  return {
    add(kind, name, part) {
      const earlier = parts[kind][name]
      if (earlier && !isDeepStrictEqual(earlier, part)) {
        throw new Error(`two different ${kind} of the document have the name ${name}`)
      }
      parts[kind][name] = part
      return { $ref: `#/components/${kind}/${name}` }
    },
    // In order of name: what comes later changes no line but its own.
    all: () => Object.fromEntries(Object.entries(parts).map(([kind, named]) => [kind, inOrder(named)])),
  }
}

function inOrder(named: Record<string, Part>): Record<string, Part> {
  return Object.fromEntries(Object.entries(named).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
