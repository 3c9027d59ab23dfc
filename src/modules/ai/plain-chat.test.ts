import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { expect, onTestFinished, test } from 'vitest'
import { ModelFailure } from '#core/model-failure.ts'
import { FAILING } from '#test/model-failing.ts'
import { startModelUpstream } from '#test/model-upstream.ts'
import { serve } from '#test/peer.ts'
import { soon } from '#test/working.ts'
import { openDirectLine } from './model-line.ts'
import { providerModel } from './provider-models.ts'

const SECRET = 'secret prompt'
const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] })

async function modelAt(baseUrl: string, modelId: string, timeoutSeconds = 20): Promise<LanguageModelV4> {
  const { line, wire, close } = openDirectLine()
  onTestFinished(close)
  const provider = { name: 'compatible', kind: 'openai-compatible', baseUrl, apiKey: 'sk-operator-0000-key' } as const
  const limits = { timeoutSeconds, idleSeconds: timeoutSeconds }
  const model = await providerModel(provider, modelId, 'language', { lineFor: () => line, wire, limits })
  if (!model) throw new Error('there is no such model')
  return model
}

const failureOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).catch((error: unknown) => error)

test('every fault of a provider is one clean failure, on connections of our own too', async () => {
  const upstream = await startModelUpstream()
  for (const [fault, expected] of Object.entries(FAILING)) {
    const model = await modelAt(upstream.url, fault)
    const error = await failureOf(model.doGenerate({ prompt: [user(SECRET)] }))
    expect(error, `${fault}: ${inspect(error)}`).toBeInstanceOf(ModelFailure)
    expect(error, fault).toMatchObject(expected)
    expect(inspect(error, { depth: 9, showHidden: true }), fault).not.toMatch(/secret prompt|sk-operator|127\.0/)
  }
  const nobody = await modelAt('http://127.0.0.1:1/v1', 'good')
  expect(await failureOf(nobody.doGenerate({ prompt: [user('hi')] }))).toMatchObject({ reason: 'unreachable' })
  await soon(() => expect(upstream.open()).toBe(0))
})

test.for([
  ['x-more', 'a\r\nx-evil: b'],
  ['x-more', 'a\nb'],
  ['x-more', 'ü'],
  ['x more', 'a'],
  ['content-length', '3'],
  ['Transfer-Encoding', 'chunked'],
])('a header that would change the question is not sent: %j', async ([name = '', value = '']) => {
  const upstream = await startModelUpstream()
  const model = await modelAt(upstream.url, 'good')
  const error = await failureOf(model.doGenerate({ prompt: [user('hi')], headers: { [name]: value } }))
  expect(error).toBeInstanceOf(Error)
  expect(upstream.calls).toEqual([])
  await model.doGenerate({ prompt: [user('hi')], headers: { 'x-more': 'a b' } })
  expect(upstream.calls).toHaveLength(1)
})

test.for(['hang', 'drip'])('who answers with a %s is not waited for', async (fault) => {
  const upstream = await startModelUpstream()
  const model = await modelAt(upstream.url, fault, 0.3)
  expect(await failureOf(model.doGenerate({ prompt: [user('hi')] }))).toMatchObject({ reason: 'timeout' })
  await soon(() => expect(upstream.open()).toBe(0))
})

test('a caller who gives up is let go with their own reason, before and during the call', async () => {
  const upstream = await startModelUpstream()
  const model = await modelAt(upstream.url, 'hang')
  const reason = new Error('enough')
  const early = model.doGenerate({ prompt: [user('hi')], abortSignal: AbortSignal.abort(reason) })
  expect(await failureOf(early)).toBe(reason)
  const controller = new AbortController()
  const answer = failureOf(model.doGenerate({ prompt: [user('hi')], abortSignal: controller.signal }))
  await soon(() => expect(upstream.open()).toBe(1))
  controller.abort(reason)
  expect(await answer).toBe(reason)
  await soon(() => expect(upstream.open()).toBe(0))
  expect(upstream.calls).toHaveLength(1)
})

// The next call may come before the last connection is free again, so two may be in use.
test('connections are used again', async () => {
  const upstream = await startModelUpstream()
  const model = await modelAt(upstream.url, 'good')
  for (let turn = 0; turn < 5; turn += 1) await model.doGenerate({ prompt: [user('hi')] })
  expect(upstream.connections()).toBeLessThanOrEqual(2)
})

const QUESTIONS: Record<string, Omit<LanguageModelV4CallOptions, 'prompt'> & { prompt?: unknown }> = {
  plain: {},
  settings: { maxOutputTokens: 7, temperature: 0.5, topP: 0.9, stopSequences: ['.'], seed: 4 },
  talk: {
    prompt: [
      { role: 'system', content: 'Be short.' },
      user('hi'),
      { role: 'assistant', content: [{ type: 'text', text: 'hello' }] },
      user('and?'),
    ],
  },
  'two parts': { prompt: [{ role: 'user', content: [...user('a').content, ...user('b').content] }] },
  picture: {
    prompt: [
      {
        role: 'user',
        content: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'iVBORw0KGgo=' } }],
      },
    ],
  },
  tools: { tools: [{ type: 'function', name: 'look', inputSchema: { type: 'object' } }], toolChoice: { type: 'auto' } },
  form: { responseFormat: { type: 'json', name: 'thing', schema: { type: 'object' } } },
  'options of the provider': { providerOptions: { compatible: { user: 'u1', extra: 1 } } },
  'an option nobody has': { topK: 3 },
  penalty: { frequencyPenalty: 0.1 },
}

const usage = { prompt_tokens: 20, completion_tokens: 12, total_tokens: 32 }
const said = (message: object, finish_reason: string | null = 'stop', more: object = { usage }) => ({
  id: 'chatcmpl-1',
  created: 1763164800,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
  ...more,
})
const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }
const ANSWERS: Record<string, unknown> = {
  plain: said({ content: 'Hello.' }),
  'cut at its length': said({ content: 'Hel' }, 'length'),
  filtered: said({ content: 'Hel' }, 'content_filter'),
  'without a reason': said({ content: 'Hel' }, null),
  'an unknown reason': said({ content: 'Hel' }, 'eos'),
  nothing: said({ content: null }),
  empty: said({ content: '' }),
  'empty beside': said({ content: 'Hi', tool_calls: [], refusal: null, reasoning_content: '' }),
  tools: said({ content: null, tool_calls: [call] }, 'tool_calls'),
  'words and tools': said({ content: 'Let me see.', tool_calls: [call] }, 'tool_calls'),
  thinking: said({ content: 'Hi', reasoning_content: 'Hm.' }),
  refusal: said({ content: null, refusal: 'No.' }),
  parts: said({ content: [{ type: 'text', text: 'Hi' }] }),
  'no usage': said({ content: 'Hi' }, 'stop', {}),
  'usage of nothing': said({ content: 'Hi' }, 'stop', { usage: null }),
  'half a usage': said({ content: 'Hi' }, 'stop', { usage: { prompt_tokens: 3 } }),
  'broken usage': said({ content: 'Hi' }, 'stop', { usage: { prompt_tokens: 'many' } }),
  details: said({ content: 'Hi' }, 'stop', {
    usage: {
      ...usage,
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 5 },
    },
  }),
  'no choices': { ...said({}), choices: [] },
  'a number for words': said({ content: 5 }),
  list: [1, 2],
  'a word': 'hello',
}

/** What the library makes of the same question and the same answer. */
function libraryAt(url: string): LanguageModelV4 {
  return new OpenAICompatibleChatLanguageModel('m', {
    provider: 'compatible',
    url: ({ path }) => url + path,
    supportsStructuredOutputs: true,
  })
}

async function answering(answer: unknown) {
  const bodies: unknown[] = []
  const { host } = await serve(async (request, response) => {
    bodies.push(JSON.parse((await buffer(request)).toString()))
    response.writeProcessing()
    const text = JSON.stringify(answer)
    response.setHeader('content-type', 'application/json')
    response.write(text.slice(0, 9))
    setImmediate(() => response.end(text.slice(9)))
  })
  const url = `http://${host}/v1`
  return { bodies, ours: await modelAt(url, 'm'), library: libraryAt(url) }
}

const outcomeOf = (model: LanguageModelV4, options: LanguageModelV4CallOptions) =>
  Promise.resolve(model.doGenerate(options)).then(
    ({ content, finishReason, usage: { inputTokens, outputTokens }, warnings }) => ({
      content,
      finishReason,
      inputTokens,
      outputTokens,
      warnings,
    }),
    () => 'failed',
  )

test.for(Object.entries(QUESTIONS))('asks as the library would: %s', async ([, { prompt, ...options }]) => {
  const { bodies, ours, library } = await answering(ANSWERS['plain'])
  const question = { prompt: [user('hi')], ...(prompt !== undefined && { prompt }), ...options } as never
  expect(await outcomeOf(ours, question)).toEqual(await outcomeOf(library, question))
  expect(bodies).toHaveLength(2)
  expect(bodies[0]).toEqual(bodies[1])
})

test.for(Object.entries(ANSWERS))('reads as the library would: %s', async ([, answer]) => {
  const { ours, library } = await answering(answer)
  const question = { prompt: [user('hi')] }
  expect(await outcomeOf(ours, question)).toEqual(await outcomeOf(library, question))
})
