import { expect, test } from 'vitest'
import { audioIn } from './audio.rules.ts'
import { flac, m4a, mp3, opus, recordedWebm, wav, webm } from '#test/recordings.ts'

test.for([
  ['wav', 'audio/wav', wav(3), 3],
  ['flac', 'audio/flac', flac(120), 120],
  ['flac of a day', 'audio/flac', flac(100_000), 100_000],
  ['opus', 'audio/ogg', opus(90), 90],
  ['m4a', 'audio/mp4', m4a(61), 61],
  ['webm', 'audio/webm', webm(42), 42],
  ['mp3 of one rate', 'audio/mpeg', mp3(16_000), 1],
  ['mp3 behind a tag', 'audio/mpeg', mp3(32_000, { tag: true }), 2],
  ['mp3 of changing rate', 'audio/mpeg', mp3(2000, { frames: 3828 }), 99.997],
] as const)('the length of a %s is read from its header', ([, mediaType, bytes, seconds]) => {
  const audio = audioIn(bytes)
  expect(audio?.mediaType).toBe(mediaType)
  expect(audio?.seconds).toBeCloseTo(seconds, 2)
})

test.for([
  ['a text', Buffer.from('This is a text that somebody called recording.wav, and it is long enough.')],
  ['nothing', Buffer.alloc(0)],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['RIFF of another kind', Buffer.concat([wav(1).subarray(0, 8), Buffer.from('AVI LIST')])],
  ['an archive', Buffer.from('504b0304140000000800', 'hex')],
] as const)('%s is no audio', ([, bytes]) => {
  expect(audioIn(bytes)).toBeUndefined()
})

test('no bytes, however broken, are read beyond their end or for ever', () => {
  for (const whole of [wav(1, 100), flac(10), opus(10), m4a(10), webm(10), mp3(500)]) {
    for (let length = 0; length < Math.min(whole.length, 200); length++) {
      expect(() => audioIn(whole.subarray(0, length))).not.toThrow()
      const broken = Buffer.from(whole)
      broken.fill(0xff, length, Math.min(length + 4, broken.length))
      expect(() => audioIn(broken)).not.toThrow()
      broken.fill(0, length, Math.min(length + 4, broken.length))
      expect(() => audioIn(broken)).not.toThrow()
    }
  }
})

const MEGABYTES_25 = 25 * 1024 * 1024

/** Nothing else is done while it is read. */
test.for([
  ['wav of empty chunks', Buffer.concat([wav(1).subarray(0, 12), Buffer.alloc(MEGABYTES_25), wav(1).subarray(12)])],
  ['m4a of empty boxes', Buffer.concat([m4a(1).subarray(0, 16), Buffer.alloc(MEGABYTES_25, '\0\0\0\x08free'), m4a(1)])],
] as const)('a %s is not read to its end', ([, bytes]) => {
  expect(audioIn(bytes)?.seconds).toBeUndefined()
})

test('letters like those that begin the pages of an ogg are passed over', () => {
  expect(audioIn(Buffer.concat([opus(90), Buffer.alloc(MEGABYTES_25, 'O')]))?.seconds).toBe(90)
})

test('what a browser recorded does not tell its length, but when its last piece begins', () => {
  expect(audioIn(recordedWebm(90))).toEqual({ mediaType: 'audio/webm', seconds: undefined, lastPieceAt: 89 })
  const cut = recordedWebm(90).subarray(0, 9 + 18 * 90 - 6)
  expect(audioIn(cut)).toEqual({ mediaType: 'audio/webm', seconds: undefined, lastPieceAt: undefined })
})
