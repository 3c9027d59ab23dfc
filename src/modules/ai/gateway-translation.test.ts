import { expect, test } from 'vitest'
import { gatewayPlace } from '#test/gateway-place.ts'
import { gatewayClient } from '#test/gateway-client.ts'
import { harness } from '#test/harness.ts'

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]
const ROUTE = 'completion/translation'
const german = (text: string): { text: string } => ({ text: JSON.stringify({ text, detected_language: 'en' }) })

test('a text is translated, with the words of the glossary', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push(german('Der Schlüsselkasten ist am Tor, {name}.'))
  const glossary = [{ source: 'lockbox', target: 'Schlüsselkasten' }]
  const { status, body } = await gateway.post(ROUTE, {
    text: 'The lockbox is at the gate, {name}.',
    target_language: 'de-DE',
    glossary,
    preserve: ['placeholders'],
    tone: 'friendly',
  })
  expect([status, body]).toMatchObject([
    200,
    {
      object: 'translation',
      text: 'Der Schlüsselkasten ist am Tor, {name}.',
      detected_language: 'en',
      source_language: 'auto',
      target_language: 'de-DE',
      warnings: [],
    },
  ])
  const [system, user] = (upstream.calls[0]?.body['messages'] ?? []) as { content: string }[]
  expect(system?.content).toContain('lockbox => Schlüsselkasten')
  expect(system?.content).toContain('Tone: friendly.')
  expect(user?.content).toBe('The lockbox is at the gate, {name}.')
})

test('what tells who somebody is stays here in the glossary and the tone too', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push(german('Schreiben Sie an [[EMAIL_2]].'), german('Schreiben Sie uns.'))
  const glossary = [{ source: 'help@example.com', target: 'hilfe@example.com' }]
  const request = {
    text: 'Write to help@example.com.',
    target_language: 'de',
    glossary,
    tone: 'as help@example.com writes',
    redact: { pii: true },
  }
  expect((await gateway.post(ROUTE, request)).body).toMatchObject({
    text: 'Schreiben Sie an hilfe@example.com.',
    warnings: [],
  })
  expect((await gateway.post(ROUTE, request)).body.warnings).toEqual(['glossary_not_applied: help@example.com'])
  const sent = JSON.stringify(upstream.calls.map((call) => call.body))
  expect(sent).toContain('[[EMAIL_1]] => [[EMAIL_2]]')
  expect(sent).toContain('Tone: as [[EMAIL_1]] writes.')
  expect(sent).not.toContain('@example.com')
})

test('a word of the glossary or a placeholder that got lost is told', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push(german('Die Box ist am Tor.'))
  const { body } = await gateway.post(ROUTE, {
    text: 'The lockbox is at the gate, {{name}}.',
    target_language: 'de',
    glossary: [
      { source: 'Lockbox', target: 'Schlüsselkasten' },
      { source: 'pool', target: 'Becken' },
    ],
    preserve: ['placeholders'],
  })
  expect(body.warnings).toEqual(['glossary_not_applied: Lockbox', 'placeholder_lost: {{name}}'])
})

test('a model that answers the bare translation has translated', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: 'Hallo Welt' })
  const { body } = await gateway.post(ROUTE, {
    messages: [{ role: 'user', content: 'Hello world' }],
    target_language: 'de',
    source_language: 'en',
  })
  expect(body).toMatchObject({ text: 'Hallo Welt', detected_language: 'en', warnings: ['language_not_detected'] })
})

test.for([
  ['no tag', 'klingon; drop', null],
  ['a name with an underscore', 'pt_PT', null],
  ['empty', '', null],
  ['no text', 7, null],
  ['a tag', 'zh-Hant-TW', 'zh-Hant-TW'],
] as const)('a language that is %s is told only if it is one', async ([, detected_language, told]) => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: JSON.stringify({ text: 'Hallo', detected_language }) })
  const { body } = await gateway.post(ROUTE, { text: 'Hello', target_language: 'de' })
  expect([body.text, body.detected_language]).toEqual(['Hallo', told])
  expect(body.warnings).toEqual(told === null ? ['language_not_detected'] : [])
})

test.for(['', ' \n'])('a translation that is %j is none', async (text) => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push(german(text), { text })
  for (const way of ['as JSON', 'bare']) {
    const answer = await gateway.post(ROUTE, { text: 'Hello', target_language: 'de' })
    expect([way, ...codeOf(answer)]).toEqual([way, 502, 'invalid_model_output'])
  }
})

test.for([
  ['bare', { text: 'Hola, esto es', finish: 'length' }, false],
  ['as JSON', { text: '{"text":"Hola, esto es', finish: 'length' }, false],
  ['as whole JSON', { ...german('Hola, esto es'), finish: 'length' }, false],
  ['as JSON, and not said to be', { text: '{"text":"Hola, \\"esto\\" es' }, true],
  ['within a sign', { text: '{"detected_language":"en","text":"Hola, \\u00e' }, true],
  ['at a placeholder', { text: '```json\n{"text":"Hola, {name} ' }, true],
] as const)('a translation that is cut %s is none', async ([, reply, retryable]) => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push(reply)
  const { status, body } = await gateway.post(ROUTE, { text: 'Hello, this is it.', target_language: 'es' })
  expect([status, body.error]).toMatchObject([502, { code: 'invalid_model_output', retryable }])
  expect(body.error.message).toMatch(/^The translation is cut/)
})

test.for(['{"text":"Hola {name}","detected_language":"e', '{"text":"Hola {name}"', '{"text":"Hola {name}"}\nEs todo.'])(
  'what is broken behind a translation does not cut it: %s',
  async (text) => {
    const { gateway, upstream } = await gatewayPlace()
    upstream.replies.push({ text })
    const { body } = await gateway.post(ROUTE, { text: 'Hello {name}', target_language: 'es' })
    expect(body.text).toBe('Hola {name}')
  },
)

test.for([
  ['no target', { text: 'a' }, '/target_language'],
  ['a target that is no language', { text: 'a', target_language: 'de_DE' }, '/target_language'],
  ['nothing to translate', { target_language: 'de' }, '/messages'],
  ['two texts', { text: 'a', prompt: 'b', target_language: 'de' }, '/text'],
] as const)('%s is 422', async ([, request, pointer]) => {
  const { gateway } = await gatewayPlace()
  const answer = await gateway.post(ROUTE, request)
  expect(codeOf(answer)).toEqual([422, 'invalid_request'])
  expect(answer.body.error.details.errors[0].pointer).toBe(pointer)
})

test('without a model nothing is made up', async () => {
  const client = await gatewayClient(await harness())
  const { status, body } = await client.post(ROUTE, { text: 'Hello', target_language: 'de' })
  expect([status, body.error]).toMatchObject([
    503,
    { code: 'capability_unavailable', details: { missing: 'AI_MODEL_TRANSLATE' } },
  ])
})
