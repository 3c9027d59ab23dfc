import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openClock, type OnClock } from './clock.ts'

interface Wait extends OnClock {
  name: string
}

const waitFor = (name: string): Wait => ({ name, place: undefined })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('all that are waited for are looked at, until they end; with nobody left the timer ends too', () => {
  const looked: string[] = []
  const clock = openClock<Wait>(100, ({ name }) => void looked.push(name))
  const [one, two, three] = [waitFor('one'), waitFor('two'), waitFor('three')]
  for (const each of [one, two, three]) clock.begin(each)
  vi.advanceTimersByTime(100)
  expect(looked.splice(0)).toEqual(['one', 'two', 'three'])

  clock.end(one)
  clock.end(one)
  vi.advanceTimersByTime(100)
  expect(looked.splice(0).toSorted()).toEqual(['three', 'two'])

  clock.begin(one)
  clock.begin(one)
  clock.end(three)
  clock.end(two)
  vi.advanceTimersByTime(100)
  expect(looked.splice(0)).toEqual(['one'])

  clock.end(one)
  vi.advanceTimersByTime(100)
  expect([looked, vi.getTimerCount()]).toEqual([[], 0])
  clock.begin(two)
  vi.advanceTimersByTime(100)
  expect(looked).toEqual(['two'])
})

test('who ends others while looking does not see them again', () => {
  const looked: string[] = []
  const all = Array.from({ length: 5 }, (_, index) => waitFor(`${index}`))
  const clock = openClock<Wait>(100, ({ name }) => {
    looked.push(name)
    for (const each of all) if (each.name !== '4') clock.end(each)
  })
  for (const each of all) clock.begin(each)
  vi.advanceTimersByTime(200)
  expect(looked).toEqual(['0', '4', '4'])
})
