import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { expressions, workflowOf } from '#test/workflow.ts'
import type { Json } from './document.schema.ts'
import type { FlowState, RunFacts, StepTools } from './flow-state.rules.ts'
import { type LargeValues, restoredState, storedState, valuesAfter } from './flow-store.rules.ts'
import { advance, begin } from './flow.rules.ts'

afterAll(() => expressions.close())

const tools: StepTools = { now: 0, random: () => 0, ...expressions }

/** Bytes that the steps of a loop write, with the state read back from what was written each time. */
async function bytesPerStep(rounds: number): Promise<number[]> {
  const document = workflowOf(`
do: [{ loop: { for: { each: room, in: .rooms }, do: [{ mark: { set: { done: '\${ $room.name }' } } }] } }]`)
  const rooms = Array.from({ length: rounds }, (_, at) => ({ name: `Room ${at}`, note: 'x'.repeat(50) }))
  const facts: RunFacts = { id: 'r', input: { rooms }, startedAt: 0, document, runtime: { name: 'x', version: '1' } }
  const written: number[] = []
  let values: LargeValues = new Map()
  let step = await begin(facts, tools)
  while (step.next.kind !== 'done') {
    const kept = storedState(step.state, values)
    written.push(JSON.stringify([kept.state, kept.added, kept.gone]).length)
    values = valuesAfter(values, kept)
    const read = new Map([...values].map(([id, value]) => [id, JSON.parse(JSON.stringify(value)) as Json]))
    values = read
    step = await advance(facts, restoredState(kept.state, read), { kind: 'go' }, tools)
  }
  expect(step.next).toMatchObject({ output: { done: `Room ${rounds - 1}` } })
  return written
}

test('a step of a long loop writes no more than one of a short loop', async () => {
  const [short, long] = [await bytesPerStep(10), await bytesPerStep(300)]
  const usual = (sizes: number[]) => sizes.toSorted((left, right) => left - right)[Math.floor(sizes.length / 2)] ?? 0
  expect(usual(long)).toBeLessThan(usual(short) * 1.1)
  // The list itself is written once, where it comes.
  expect(long.filter((size) => size > 10_000).length).toBeLessThanOrEqual(3)
})

test('what is stored comes back as it was, and what is no longer needed goes', () => {
  const value = fc.oneof(
    // As JSON has it: there is no zero below zero.
    fc.jsonValue({ maxDepth: 3 }).map((made) => JSON.parse(JSON.stringify(made)) as Json),
    fc.constantFrom({ value: 1 }, { value: 2 }, [{ value: 1 }]),
    fc.array(fc.string({ minLength: 20 }), { minLength: 20 }),
  ) as fc.Arbitrary<Json>
  fc.assert(
    fc.property(value, value, value, (context, data, input) => {
      const open = {
        pointer: '',
        name: 'x',
        rawInput: input,
        input,
        startedAt: 0,
        loop: { items: [data, input], index: 0 },
      }
      const state: FlowState = { open: [open], context, data }
      const kept = storedState(state, new Map())
      const values = valuesAfter(new Map(), kept)
      expect(restoredState(JSON.parse(JSON.stringify(kept.state)), values)).toEqual(JSON.parse(JSON.stringify(state)))
      const after = storedState({ open: [], context: null, data: null }, values)
      expect(after.gone.toSorted()).toEqual([...values.keys()].toSorted())
    }),
  )
})
