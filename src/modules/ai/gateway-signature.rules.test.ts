import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalText, headerFault, isWellFormed, presentedIn } from './gateway-signature.rules.ts'

const NAMES = ['caller', 'workspace-id', 'actor-kind', 'actor-id', 'timestamp', 'nonce', 'signature'] as const
const PATH = '/v1/internal/ai-gateway/completion'

const headers = (values: Partial<Record<(typeof NAMES)[number] | 'authorization', string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name === 'authorization' ? name : `x-service-ai-gateway-${name}`,
      value,
    ]),
  )

test('the published example has the published signature', () => {
  const body = '{"messages":[{"role":"user","content":"hi"}]}'
  const presented = presentedIn(
    'POST',
    PATH,
    headers({
      timestamp: '1763164800',
      nonce: '5f0c2a1e9b7d4c3a8e6f1b2d',
      caller: 'main-app',
      'workspace-id': 'acme-stays',
      'actor-kind': 'user',
      'actor-id': '7b1f6f0e-2a55-4a39-9d0c-1f1f0a0f8a11',
      signature: 'v1=9a496362fd02f18a973ba7e7b6351a8b019c8f33224ed824bd41482802f22c12',
    }),
  )
  if (!presented) throw new Error('the headers were not read')
  const text = canonicalText(presented, createHash('sha256').update(body).digest('hex'))
  const mac = createHmac('sha256', 'test-secret-0123456789abcdef0123').update(text).digest('hex')
  expect(presented.signatures).toEqual([mac])
  expect(isWellFormed(presented)).toBe(true)
})

test('the path is signed as it was sent, the pairs of the query in the order of their bytes', () => {
  const presented = presentedIn('GET', '/a%2Fb?b=2&a=%20&B=3&b=10&&', {})
  expect(presented).toMatchObject({ path: '/a%2Fb', query: 'B=3&a=%20&b=10&b=2' })
})

test('an absent header is an empty line, values are trimmed', () => {
  const presented = presentedIn('GET', '/x', headers({ caller: '  main-app ' }))
  if (!presented) throw new Error('the headers were not read')
  expect(canonicalText(presented, 'h')).toBe('AIGW1-HMAC-SHA256\nGET\n/x\n\n\n\nmain-app\n\n\n\nh')
})

test.for(['a\nb', 'a\rb', 'a\tb', 'a\0b', 'a\x7fb', 'josé', 'x'.repeat(257)])(
  'a value with %j cannot be signed',
  (value) => {
    for (const name of NAMES.filter((each) => each !== 'signature')) {
      const sent = headers({ caller: 'main-app', [name]: value, authorization: 'Bearer a' })
      expect(presentedIn('GET', '/x', sent)).toBeUndefined()
      expect(headerFault(sent).toLowerCase()).toContain(`x-service-ai-gateway-${name} must be`)
    }
  },
)

test('several signatures may be sent, of which those of this version count', () => {
  const [one, two] = ['1'.repeat(64), 'f'.repeat(64)]
  const presented = presentedIn('GET', '/x', headers({ signature: `v1=${one}, v2=abc ,v1=${two}` }))
  expect(presented?.signatures).toEqual([one, two])
  const shouted = presentedIn('GET', '/x', headers({ signature: `v1=${'F'.repeat(64)}` }))
  expect(shouted).toMatchObject({ signatures: [], isSigned: true })
})

test.for([
  ['a timestamp that is no number', { timestamp: '1763164800.5' }],
  ['a negative timestamp', { timestamp: '-1' }],
  ['a short nonce', { nonce: 'short' }],
  ['a long nonce', { nonce: 'n'.repeat(129) }],
  ['a nonce with a space', { nonce: '5f0c2a1e9b7d4c3a 8e6f1b2d' }],
  ['no caller', { caller: '' }],
  ['no signature', { signature: '' }],
] as const)('%s is not well formed', ([, change]) => {
  const good = {
    timestamp: '1763164800',
    nonce: '5f0c2a1e9b7d4c3a8e6f1b2d',
    caller: 'main-app',
    signature: `v1=${'0'.repeat(64)}`,
  }
  const [right, wrong] = [good, { ...good, ...change }].map((values) => presentedIn('GET', '/x', headers(values)))
  expect(right && isWellFormed(right)).toBe(true)
  expect(wrong && isWellFormed(wrong)).toBe(false)
})

test.for(['', 'Basic abc', 'Bearer', 'Bearer a b'])(
  'an Authorization of %j is not read as a token',
  (authorization) => {
    expect(presentedIn('GET', '/x', headers({ authorization }))).toBeUndefined()
    expect(headerFault(headers({ authorization }))).toMatch(/^Authorization must be Bearer/)
  },
)
