import { expect, test } from 'vitest'
import { joinLine } from './lines.ts'

test('whoever comes later waits for the end of the one before; another line is no hindrance', async () => {
  const happened: string[] = []
  const [first, second, other] = [joinLine('a'), joinLine('a'), joinLine('b')]
  void second.turn?.then(() => happened.push('second'))
  expect([first.turn, other.turn]).toEqual([undefined, undefined])
  other.leave()
  await Promise.resolve()
  happened.push('first')
  first.leave()
  await second.turn
  expect(happened).toEqual(['first', 'second'])
})

test('where everybody has left nobody waits', () => {
  const { leave } = joinLine('c')
  leave()
  expect(joinLine('c').turn).toBeUndefined()
})
