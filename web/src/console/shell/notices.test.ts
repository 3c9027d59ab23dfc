import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openNotices } from './notices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what the end of a session refused goes when it was seen; any other refusal stays until it is put away', () => {
  let isSeen = false
  const notices = openNotices(() => isSeen)
  const texts = () => notices.all().map(({ text }) => text)
  notices.say({ tone: 'danger', text: 'refused' })
  notices.say({ tone: 'danger', text: 'signed out', isOfSession: true })
  notices.fade()
  vi.runAllTimers()
  expect(texts()).toEqual(['refused', 'signed out'])

  isSeen = true
  notices.fade()
  vi.runAllTimers()
  expect(texts()).toEqual(['refused'])

  // One that comes after the sign-in waits for no other.
  notices.say({ tone: 'danger', text: 'signed out', isOfSession: true })
  expect(texts()).toEqual(['refused', 'signed out'])
  vi.runAllTimers()
  expect(texts()).toEqual(['refused'])
})
