import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unescapePointer } from '#core/json-pointer.ts'
import { normalised, patchOf, type PatchStep } from './comparison.rules.ts'
import type { Json } from './document.schema.ts'

/** RFC 6902, as far as it is used here. */
function applied(document: Json, steps: readonly PatchStep[]): Json {
  const root: { value: Json } = { value: structuredClone(document) }
  for (const { op, path, value = null } of steps) {
    const names = ['value', ...path.split('/').slice(1).map(unescapePointer)]
    let holder: Record<string, Json> = root
    for (const name of names.slice(0, -1)) holder = holder[name] as typeof holder
    const last = names.at(-1) ?? ''
    if (Array.isArray(holder) && op === 'remove') holder.splice(Number(last), 1)
    else if (Array.isArray(holder) && op === 'add') holder.push(value)
    else if (op === 'remove') delete holder[last]
    else holder[last] = value
  }
  return root.value
}

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json)

test('a patch makes the one of the other, whatever they are; there is none for what is the same', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      fc.pre(!JSON.stringify([before, after]).includes('__proto__'))
      expect(applied(before, patchOf(before, after))).toEqual(after)
      expect(patchOf(before, structuredClone(before))).toEqual([])
    }),
  )
})

test('effects are compared without what is ignored, in whatever order they and their fields came', () => {
  const one = { kind: 'task-create', target: null, fields: { title: 'A', tags: [{ id: 1, name: 'x' }], note: null } }
  const two = { kind: 'emit', target: 'done', fields: {} }
  const left = normalised([one, two], ['id'])
  const right = normalised([two, { ...one, fields: { tags: [{ name: 'x', id: 2 }], title: 'A' } }], ['id'])
  expect(left).toEqual(right)
  expect(JSON.stringify(left)).toBe(JSON.stringify(right))
})
