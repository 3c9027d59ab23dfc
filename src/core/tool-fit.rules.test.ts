import { expect, test } from 'vitest'
import { ANSWER_CHARS_MAX, fitted } from './tool-fit.ts'

const sizeOf = (value: unknown): number => JSON.stringify(value).length

test('what fits stays as it is', () => {
  const answer = { title: 'x'.repeat(30_000) }
  expect(fitted(answer)).toBe(answer)
})

test('long texts are cut before a row is left out, and no character is torn apart', () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({ index, text: `a${'😀'.repeat(5000)}` }))
  const { rows: shown, truncated } = fitted({ rows }) as { rows: typeof rows; truncated: string[] }
  expect(shown).toHaveLength(20)
  expect(shown.every(({ text }) => text.isWellFormed() && text.endsWith('😀…'))).toBe(true)
  expect(truncated).toHaveLength(11)
  expect(shown[0]?.text).toHaveLength(999 + '…'.length)
  expect(truncated[0]).toBe('/rows/0/text: 999 of 10001 characters')
  expect(truncated.at(-1)).toBe('and 10 more')
})

test('of very many short rows the first are shown, with how many there are', () => {
  const answer = fitted({
    date: '2026-11-17',
    orders: Array.from({ length: 3000 }, (_, id) => ({ id, title: 'Clean' })),
  })
  expect(answer).toMatchObject({ date: '2026-11-17', truncated: ['/orders: 400 of 3000'] })
  expect(answer['orders']).toHaveLength(400)
})

test.for([
  Object.fromEntries(Array.from({ length: 9000 }, (_, id) => [`field${id}`, id])),
  { deep: Array.from({ length: 400 }, () => Array.from({ length: 400 }, () => 1)) },
  { ['k'.repeat(90_000)]: 1 },
])('nothing is too large for it', (answer) => {
  const shown = fitted(answer)
  expect(sizeOf(shown)).toBeLessThanOrEqual(ANSWER_CHARS_MAX)
  expect(shown['truncated']).not.toEqual([])
})
