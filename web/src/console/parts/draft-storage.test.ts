import { beforeEach, expect, test, vi } from 'vitest'
import { beginSending, bringBack, endSending, firstText, takeOver, written } from './draft-storage.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
  removeItem: (name: string) => void kept.delete(name),
}

/** A reload: what the page knew is gone, what the browser keeps is not. */
const reloaded = () => {
  vi.resetModules()
  return import('./draft-storage.ts')
}

beforeEach(() => {
  vi.useRealTimers()
  kept.clear()
  vi.stubGlobal('localStorage', storage)
})

test('what comes back stands in the order in which it was sent, before what was written since', () => {
  const [one, two, three] = ['one', 'two', 'three'].map((text) => beginSending('order', text)) as [never, never, never]
  let box = bringBack('order', 'new', one, false)
  expect(box).toBe('one\n\nnew')
  box = bringBack('order', box, two, false)
  expect(box).toBe('one\n\ntwo\n\nnew')
  // Written over meanwhile: nothing says where it was.
  expect(bringBack('order', 'another', three, false)).toBe('three\n\nanother')
})

test('what a page that was left had not sent is sent again by the next one with the same key, while the server knows it', async () => {
  const { key } = beginSending('left', 'Hello', 'draft')
  const next = await reloaded()
  expect(next.firstText('left', '')).toBe('Hello')
  next.takeOver('left', 'Hello', '')
  next.takeOver('left', 'Hello', '')
  const again = next.beginSending('left', 'Hello')
  expect(again).toMatchObject({ key, about: 'draft' })
  const third = await reloaded()
  third.takeOver('left', 'Hello', '')
  vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ['Date'] })
  expect(third.beginSending('left', 'Hello').key).not.toBe(key)
})

test('the same words written anew are meant anew', async () => {
  const { key } = beginSending('anew', 'Thanks')
  const next = await reloaded()
  next.takeOver('anew', next.firstText('anew', ''), '')
  next.written('anew', '')
  next.written('anew', 'Thanks')
  expect(next.beginSending('anew', 'Thanks').key).not.toBe(key)
})

test('what was refused is sent anew; what may have arrived is sent under its key', () => {
  const refused = beginSending('again', 'Hello')
  bringBack('again', '', refused, false)
  const lost = beginSending('again', 'Hello')
  expect(lost.key).not.toBe(refused.key)
  bringBack('again', '', lost, true)
  expect(beginSending('again', 'Hello').key).toBe(lost.key)
})

test('what has arrived leaves nothing behind, and words that an earlier page kept are not lost', () => {
  const sent = beginSending('done', 'Hello')
  endSending('done', sent)
  expect([...kept.keys()]).toEqual([])
  kept.set('old sending', 'Good evening')
  expect(firstText('old', '')).toBe('Good evening')
  takeOver('old', 'Good evening', '')
  written('old', '')
  expect(kept.get('old tried')).toBeUndefined()
})
