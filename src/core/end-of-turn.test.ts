import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { endOfTurn } from './end-of-turn.ts'

test('what is put off is done in its order, after all else of the turn', async () => {
  const done: string[] = []
  const putOff = endOfTurn()
  putOff(() => done.push('first'))
  putOff(() => done.push('second'))
  await Promise.resolve().then(() => done.push('all else'))

  await nextTurn()

  expect(done).toEqual(['all else', 'first', 'second'])
})

test('when there is enough of it, it is done at once, and what comes then at the end of the turn', async () => {
  const done: number[] = []
  const putOff = endOfTurn(3)
  for (const n of [1, 2, 3, 4]) putOff(() => done.push(n))
  expect(done).toEqual([1, 2, 3])

  await nextTurn()

  expect(done).toEqual([1, 2, 3, 4])
})

test('what the work itself puts off comes in the next turn', async () => {
  const done: string[] = []
  const putOff = endOfTurn()
  putOff(() => {
    done.push('work')
    putOff(() => done.push('more'))
  })

  await nextTurn()
  expect(done).toEqual(['work'])

  await nextTurn()
  expect(done).toEqual(['work', 'more'])
})
