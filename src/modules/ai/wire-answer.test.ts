import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ModelFailure } from '#core/model-failure.ts'
import { WireAnswer, type AnswerHeaders } from './wire-answer.ts'

interface Read {
  status?: number
  headers?: AnswerHeaders
  body: string
  isEnded: boolean
  keepMillis: number
  failure?: string
}

/** What becomes of these pieces; at the end the other side closes the connection if it is said to. */
function read(pieces: readonly Buffer[], isClosed = false): Read {
  const parts: string[] = []
  const seen: Partial<Read> = {}
  const answer = new WireAnswer({
    onHead: ({ status, headers }) => Object.assign(seen, { status, headers: headers() }),
    onPart: (bytes) => void parts.push(bytes.toString('latin1')),
    onEnd: () => void (seen.isEnded = true),
  })
  try {
    for (const piece of pieces) {
      // As from a connection, whose bytes are gone when the call returns.
      const lent = Buffer.from(piece)
      answer.take(lent)
      lent.fill(0)
    }
    if (isClosed) answer.close()
  } catch (error) {
    seen.failure = error instanceof ModelFailure ? error.reason : String(error)
  }
  return { isEnded: false, ...seen, body: parts.join(''), keepMillis: answer.keepMillis }
}

const readText = (text: string, isClosed = false): Read => read([Buffer.from(text, 'latin1')], isClosed)

const body = fc.string({ unit: 'binary-ascii', maxLength: 200 })
const framing = fc.constantFrom('length', 'chunks', 'close')
const chunkOf = (text: string, extension: string): string => `${text.length.toString(16)}${extension}\r\n${text}\r\n`

/** An answer, cut wherever it may be cut. */
const cutAnswer = fc
  .record({
    status: fc.constantFrom(200, 201, 400, 429, 500),
    interim: fc.integer({ min: 0, max: 2 }),
    more: fc.array(fc.constantFrom('x-one: a b', 'X-Two:\tc ', 'x-one: d', 'x-empty:')),
    framing,
    chunks: fc.array(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 60 }), { maxLength: 5 }),
    extension: fc.constantFrom('', ';a=b', ';a', ';a=b;c'),
    trailers: fc.array(fc.constantFrom('x-sum: 1', 'x-other: 2')),
    body,
  })
  .chain((given) => {
    const isChunked = given.framing === 'chunks'
    const text = isChunked ? given.chunks.join('') : given.body
    const frame = { length: [`Content-Length: ${text.length}`], chunks: ['Transfer-Encoding: Chunked'], close: [] }
    const lines = [`HTTP/1.1 ${given.status} Some Reason`, ...given.more, ...frame[given.framing]]
    const chunked = given.chunks.map((each) => chunkOf(each, given.extension)).join('')
    const trailers = given.trailers.map((line) => `${line}\r\n`).join('')
    const sent = isChunked ? `${chunked}0\r\n${trailers}\r\n` : text
    const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(given.interim)
    const wire = Buffer.from(`${interim}${lines.join('\r\n')}\r\n\r\n${sent}`, 'latin1')
    const cuts = fc.array(fc.integer({ min: 0, max: wire.length }), { maxLength: 12 })
    return cuts.map((places) => {
      const ends = [...places.toSorted((left, right) => left - right), wire.length]
      const pieces = ends.map((end, index) => wire.subarray(ends[index - 1] ?? 0, end))
      return { ...given, text, pieces }
    })
  })

test('an answer is the same in whatever pieces it comes', () => {
  fc.assert(
    fc.property(cutAnswer, ({ status, text, pieces, ...given }) => {
      const isClosed = given.framing === 'close'
      const outcome = read(pieces, isClosed)
      expect(outcome).toMatchObject({ status, body: text, isEnded: true, keepMillis: isClosed ? 0 : 4000 })
      const ones = given.more.filter((line) => line.startsWith('x-one')).map((line) => line.slice(7))
      const expected = ones.length > 1 ? ones : ones[0]
      expect(outcome.headers?.['x-one']).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
})

const OK = 'HTTP/1.1 200 OK\r\n'
const BROKEN: Record<string, string> = {
  'another protocol': 'SSH-2.0-OpenSSH\r\n\r\n',
  'HTTP/2': 'HTTP/2.0 200 OK\r\n\r\n',
  'a status of two digits': 'HTTP/1.1 20 OK\r\ncontent-length: 0\r\n\r\n',
  'a status of four digits': 'HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n',
  'another protocol than was asked for': 'HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\n\r\n',
  'a line that goes on': `${OK}a: b\r\n c\r\ncontent-length: 0\r\n\r\n`,
  'a space in a name': `${OK}content-length : 0\r\n\r\n`,
  'a line without a name': `${OK}: b\r\n\r\n`,
  'a line without a colon': `${OK}hello\r\n\r\n`,
  'a bare line feed': `${OK}a: b\nc: d\r\n\r\n`,
  'a bare carriage return': `${OK}a: b\rc: d\r\n\r\n`,
  'a NUL': `${OK}a: \0\r\n\r\n`,
  'two lengths': `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`,
  'the same length twice': `${OK}content-length: 1\r\ncontent-length: 1\r\n\r\na`,
  'a list of lengths': `${OK}content-length: 1, 1\r\n\r\na`,
  'a length below zero': `${OK}content-length: -1\r\n\r\n`,
  'a length with a sign': `${OK}content-length: +1\r\n\r\na`,
  'a length in hexadecimal': `${OK}content-length: 0x1\r\n\r\na`,
  'no length': `${OK}content-length:\r\n\r\n`,
  'a length after a space that is none': `${OK}content-length: 1\xa0\r\n\r\na`,
  'a length and chunks': `${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
  'chunks twice': `${OK}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'an encoding that was not asked for': `${OK}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  'a chunk without a size': `${OK}transfer-encoding: chunked\r\n\r\n\r\na\r\n`,
  'a chunk of less than nothing': `${OK}transfer-encoding: chunked\r\n\r\n-1\r\na\r\n`,
  'a chunk of nearly endless size': `${OK}transfer-encoding: chunked\r\n\r\nfffffffff\r\na`,
  'a chunk that is longer than it says': `${OK}transfer-encoding: chunked\r\n\r\n1\r\nab\r\n`,
  'a chunk with a space in its line': `${OK}transfer-encoding: chunked\r\n\r\n1 ;a\r\na\r\n0\r\n\r\n`,
  'a trailer that is none': `${OK}transfer-encoding: chunked\r\n\r\n0\r\nhello\r\n\r\n`,
}

test.for(Object.entries(BROKEN))('is no answer: %s', ([, text]) => {
  const { failure, isEnded } = readText(text, true)
  expect({ failure, isEnded }).toEqual({ failure: 'unreachable', isEnded: false })
})

test.for([
  'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabc',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n',
  'HTTP/1.1 200 OK\r\ncontent-le',
  '',
])('one that is cut off has not ended: %j', (text) => {
  expect(readText(text)).toMatchObject({ isEnded: false })
  expect(readText(text, true)).toMatchObject({ failure: 'unreachable', isEnded: false })
})

test('no head, no line of a chunk and no trailer is endless', () => {
  const long = 'a'.repeat(20_000)
  const chunked = `${OK}transfer-encoding: chunked\r\n\r\n`
  for (const text of [`${OK}a: ${long}`, `${chunked}1;${long}`, `${chunked}0\r\na: ${long}`]) {
    expect(readText(text)).toMatchObject({ failure: 'too_large' })
  }
  expect(readText(`${chunked}0\r\n${'a: b\r\n'.repeat(4000)}`)).toMatchObject({ failure: 'too_large' })
})

test.for([
  [200, 'content-length: 0', 4000],
  [204, 'content-length: 7', 4000],
  [304, 'transfer-encoding: chunked', 4000],
  [204, 'x: y', 4000],
] as const)('%i with "%s" has no body', ([status, line, keepMillis]) => {
  const outcome = readText(`HTTP/1.1 ${status} Reason\r\n${line}\r\n\r\n`)
  expect(outcome).toMatchObject({ status, body: '', isEnded: true, keepMillis })
})

test.for([
  ['keep-alive: timeout=5', 4000],
  ['Keep-Alive: max=3, timeout=61', 60_000],
  ['keep-alive: timeout=1', 0],
  ['keep-alive: timeout=999999', 600_000],
  ['keep-alive: nonsense', 4000],
  ['connection: close', 0],
  ['Connection: Close, X', 0],
  ['connection: keep-alive', 4000],
] as const)('how long the connection lasts: %s', ([line, keepMillis]) => {
  expect(readText(`${OK}content-length: 0\r\n${line}\r\n\r\n`).keepMillis).toBe(keepMillis)
})

test('a connection of HTTP/1.0, or with more on it than was asked for, is not used again', () => {
  expect(readText('HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\na')).toMatchObject({ isEnded: true, keepMillis: 0 })
  const surplus = readText(`${OK}content-length: 1\r\n\r\nab`)
  expect(surplus).toMatchObject({ body: 'a', isEnded: true, keepMillis: 0 })
  const later = read([Buffer.from(`${OK}content-length: 1\r\n\r\na`), Buffer.from('b')])
  expect(later).toMatchObject({ body: 'a', isEnded: true, keepMillis: 0 })
})
