import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { graphOf } from '#modules/workflows/diagram-graph.rules.ts'
import { TASK_KINDS } from '#modules/workflows/document-task.rules.ts'
import type { WorkflowDocument } from '#modules/workflows/document.schema.ts'
import { readDocument } from '#modules/workflows/document.ts'
import { TASK_KEYS } from '../web/src/console/workflows/editor/completion.ts'
import { drawingOf, type Box, type Drawing } from '../web/src/console/workflows/editor/diagram-layout.ts'
import { RECIPES } from '../web/src/console/workflows/recipes.ts'
import { workflowsWords } from '../web/src/console/workflows/words/workflows-words.ts'

test('the recipes are those of the guide, which the tests of the engine run, and each has its words', () => {
  const guide = readFileSync('docs/workflows.md', 'utf8')
  const found = guide.matchAll(/### \d+\. [^\n]*\n.*?```yaml\n(?<text>.*?)```/gs)
  const written = [...found].map(({ groups }) => groups?.text)
  expect(written.length).toBe(10)
  expect(RECIPES).toEqual(written)
  for (const { recipes } of Object.values(workflowsWords)) expect(recipes.length).toBe(RECIPES.length)
})

test('every kind of task that there is can be completed', () => {
  expect(TASK_KEYS.toSorted()).toEqual(TASK_KINDS.toSorted())
})

const drawn = (text: string): Drawing =>
  drawingOf(graphOf(readDocument(text, 'yaml').value as unknown as WorkflowDocument))

const inside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

const apart = (a: Box, b: Box): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y

const HARD = `
document: { dsl: 1.0.3, namespace: test, name: hard, version: 1.0.0 }
do:
  - choose: { switch: [{ big: { when: .x, then: both } }, { small: { then: last } }, { back: { when: .y, then: first } }] }
  - first: { set: { a: 1 } }
  - both:
      fork:
        branches:
          - left: { do: [{ one: { wait: { seconds: 1 } } }, { two: { set: { b: 1 } } }] }
          - right: { for: { each: x, in: .xs }, do: [{ three: { try: [{ get: { call: http } }], catch: { do: [{ tell: { set: { c: 1 } } }] } } }] }
  - last: { set: { d: 1 }, then: choose }
`

test.for([...RECIPES, HARD])(
  'nothing overlaps, what is within a task is inside of it, all of it is on the paper: %s',
  (text) => {
    const { boxes, width, height } = drawn(text)
    expect(boxes.length).toBeGreaterThan(2)
    const isOnPaper = (box: Box): boolean =>
      box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
    expect(boxes.filter((box) => !isOnPaper(box))).toEqual([])
    const parentOf = (box: Box): Box | undefined => boxes.find(({ id }) => id === box.parent)
    const outside = boxes.filter((box) => {
      const parent = parentOf(box)
      return parent && !inside(box, parent)
    })
    expect(outside).toEqual([])
    const clashes = boxes.flatMap((box) =>
      boxes.filter((other) => other !== box && other.parent === box.parent && !apart(box, other)),
    )
    expect(clashes).toEqual([])
  },
)

test('one way is one line, with the names of all cases that take it', () => {
  const { lines } = drawn(`
document: { dsl: 1.0.3, namespace: test, name: hard, version: 1.0.0 }
do:
  - choose: { switch: [{ a: { when: .x, then: last } }, { b: { then: last } }] }
  - between: { set: { a: 1 } }
  - last: { set: { d: 1 } }
`)
  expect(lines.filter(({ label }) => label !== '')).toMatchObject([{ label: 'a, b' }])
  expect(lines.some(({ key }) => key === '/do/1/between /do/2/last')).toBe(true)
})

test('branches stand side by side', () => {
  const { boxes } = drawn(RECIPES[6] ?? '')
  const [clean, linen] = ['clean', 'linen'].map((name) => boxes.find((box) => box.name === name))
  expect(clean?.y).toBe(linen?.y)
})
