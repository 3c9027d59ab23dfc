import { describe, expect, test } from 'vitest'
import { advance, isGap, startFor, startOf } from './mark.rules.ts'
import { marksIn, marksInQuery } from './mark-text.rules.ts'
import type { Cursor, Delta, Entry, MessageProgress } from './stream-entry.schema.ts'

const M = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const OTHER = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d91'

function delta(changes: Partial<Delta> = {}): Delta {
  return {
    afterSeq: 3,
    messageId: M,
    attempt: 1,
    ordinal: 1,
    channel: 'text',
    toolCallId: null,
    firstMark: 1,
    fromOffset: 0,
    ends: [2, 5, 9],
    content: 'abcdefghi',
    ...changes,
  }
}

const at = (changes: Partial<Cursor> = {}): Cursor => ({ ...startOf(M, 1), seq: 3, ...changes })
const taken = (cursor: Cursor, entry: Entry, isFresh = true): string | undefined => {
  const step = advance(cursor, entry, isFresh)
  return step && 'delta' in step.entry ? step.entry.delta.content : undefined
}

describe('a piece of a message', () => {
  test('of text is cut where the text of the reader ends, though that is within a piece', () => {
    expect(taken(at({ textOffset: 3 }), { delta: delta() })).toBe('defghi')
    expect(taken(at({ textOffset: 9 }), { delta: delta() })).toBeUndefined()
    expect(advance(at({ textOffset: 3 }), { delta: delta() }, true)?.cursor).toMatchObject({
      streamSeq: 3,
      textOffset: 9,
    })
  })

  test.each(['arguments', 'reasoning'] as const)('of %s is cut behind the pieces that the reader has', (channel) => {
    const cursor = channel === 'reasoning' ? at({ reasoningSeq: 2 }) : at({ streamSeq: 2 })
    expect(taken(cursor, { delta: delta({ channel }) })).toBe('fghi')
  })

  test('of another message, or of an attempt that is over, counts only when it was read for this reader', () => {
    for (const other of [delta({ messageId: OTHER }), delta({ attempt: 2 })]) {
      expect(taken(at({ textOffset: 5 }), { delta: other }, false)).toBeUndefined()
      expect(taken(at({ textOffset: 5 }), { delta: other }, true)).toBe('abcdefghi')
    }
  })

  test('that does not follow the last one shows that something was missed', () => {
    expect(isGap(at({ textOffset: 5 }), { delta: delta({ fromOffset: 6 }) })).toBe(true)
    expect(isGap(at({ textOffset: 6 }), { delta: delta({ fromOffset: 6 }) })).toBe(false)
    expect(isGap(at({ streamSeq: 1 }), { delta: delta({ channel: 'arguments', firstMark: 3 }) })).toBe(true)
    expect(isGap(at(), { delta: delta({ messageId: OTHER, fromOffset: 6 }) })).toBe(false)
  })
})

describe('an event', () => {
  test('that the reader has is not taken again, and one that is missing is noticed', () => {
    const event = { type: 'step.started', step_name: 'x', seq: 3 } as const
    expect(advance(at(), { event }, true)).toBeUndefined()
    expect(isGap(at({ seq: 1 }), { event })).toBe(true)
  })

  test('that resets the message sets its marks back', () => {
    const event = { type: 'message.reset', message_id: M, attempt: 2, seq: 4 } as const
    const step = advance(at({ textOffset: 5, streamSeq: 2 }), { event }, false)
    expect(step?.cursor).toEqual({ ...startOf(M, 2), seq: 4 })
  })
})

describe('a stream begins', () => {
  const written: MessageProgress = {
    messageId: M,
    attempt: 2,
    startSeq: 2,
    attemptSeq: 4,
    endSeq: null,
    streamSeq: 7,
    reasoningSeq: 1,
    textOffset: 20,
  }
  const marks = { seq: 5, messageId: M, streamSeq: 3, reasoningSeq: 1, textOffset: 10 }
  const situation = { lastSeq: 6, active: written, marked: written }

  test('at the marks of the message that is written', () => {
    const cursor = { ...startOf(M, 2), seq: 5, streamSeq: 3, reasoningSeq: 1, textOffset: 10 }
    expect(startFor(marks, false, situation)).toEqual({ cursor, isReset: false, held: cursor })
  })

  test('anew when the reader has more than there is, which it holds until it is told', () => {
    for (const more of [{ textOffset: 21 }, { streamSeq: 8 }, { reasoningSeq: 2 }]) {
      const start = startFor({ ...marks, ...more }, false, situation)
      const held = { attempt: 2, ...marks, ...more }
      expect(start).toEqual({ cursor: { ...startOf(M, 2), seq: 5 }, isReset: true, held })
    }
  })

  test('without the marks of an attempt whose end lies ahead in the log', () => {
    const start = startFor({ ...marks, seq: 3 }, false, situation)
    expect(start).toMatchObject({ cursor: { ...startOf(M, 0), seq: 3 }, isReset: false })
    expect(startFor({ ...marks, seq: 3 }, true, situation)).toMatchObject({ isReset: true, held: { ...marks, seq: 3 } })
  })

  test('in the first attempt of a message of which nothing is written yet', () => {
    const begun = { ...written, attempt: 1, startSeq: 6, attemptSeq: 6, streamSeq: 0, reasoningSeq: 0, textOffset: 0 }
    const none = { seq: 5, messageId: M, streamSeq: 0, reasoningSeq: 0, textOffset: 0 }
    expect(startFor(none, false, { lastSeq: 5, active: begun, marked: begun }).cursor).toEqual({
      ...startOf(M, 1),
      seq: 5,
    })
  })

  test('at the head when the marks lie beyond it, or the past is not wanted', () => {
    const unmarked = { ...situation, marked: undefined }
    expect(startFor({ seq: 99 }, false, unmarked).cursor.seq).toBe(6)
    expect(startFor({}, true, unmarked).cursor).toMatchObject({ seq: 6, textOffset: 20, streamSeq: 7 })
    expect(startFor({}, false, unmarked).cursor).toEqual({ ...startOf(null, 0), seq: 0 })
  })
})

test('marks are read from the id of an event and from the query', () => {
  const marks = { seq: 41, messageId: M, streamSeq: 48, reasoningSeq: 7, textOffset: 1033 }
  expect(marksIn(`41;${M};48;7;1033`)).toEqual(marks)
  expect(marksIn('41;;0;0;0')).toEqual({ seq: 41 })
  for (const wrong of ['', '41', `41;${M};48;7`, '41;;-1;0;0', 'x;;0;0;0', '41;;0;0;0;0'])
    expect(marksIn(wrong)).toBeUndefined()
  const query = { since_seq: 41, message_id: M, after_stream_seq: 48, after_reasoning_seq: 7, text_offset: 1033 }
  expect(marksInQuery(query)).toEqual(marks)
  expect(marksInQuery({ message_id: 'x', text_offset: 3 })).toEqual({})
})
