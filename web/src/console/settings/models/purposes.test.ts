import { expect, test } from 'vitest'
import type { AiSettings } from '../../../../../src/modules/ai/ai-settings.schema.ts'
import { canServe, decidedBy, offeredModels, servedBy } from './purposes.ts'

const house = { name: 'house', kind: 'openai-compatible', baseUrl: null, apiKeyLastFour: null } as const
const open = { default: null, fast: null, classify: null, translate: null, embed: null, transcribe: null, image: null }
const settings = (models: Partial<AiSettings['models']>, inUse: AiSettings['inUse'] = []): AiSettings => ({
  providers: [house],
  models: { ...open, ...models },
  inUse,
  version: 1,
  updatedAt: null,
})

test('what is left open is decided by the choice for texts, where it is for texts, and else by the server', () => {
  const chosen = settings({ default: 'house:one', image: 'house:two' })
  expect(decidedBy(chosen, 'default')).toBe('here')
  expect(decidedBy(chosen, 'translate')).toBe('default')
  expect(decidedBy(chosen, 'embed')).toBe('server')
  expect(decidedBy(settings({}), 'translate')).toBe('server')
  expect(servedBy(chosen, 'house')).toEqual(['default', 'image'])
  expect(servedBy(chosen, 'hous')).toEqual([])
})

test('the operator’s models are those that are known and of no provider here', () => {
  const inUse = [
    { purpose: 'default', provider: 'openai', model: 'gpt', degraded: false },
    { purpose: 'fast', provider: 'embedded', model: 'rules', degraded: true },
    { purpose: 'embed', provider: 'house', model: 'e', degraded: false },
    { purpose: 'image', provider: null, model: null, degraded: false },
  ] as const
  const some = settings({ embed: 'house:e', fast: 'embedded', image: 'openai:gone' }, [...inUse])
  expect(offeredModels(some, 'translate')).toEqual(['openai:gpt'])
  expect(offeredModels(some, 'image')).toEqual(['openai:gone'])
  expect(offeredModels(some, 'embed')).toEqual([])
})

test('one kind of provider only writes', () => {
  expect(canServe({ ...house, kind: 'anthropic' }, 'translate')).toBe(true)
  expect(canServe({ ...house, kind: 'anthropic' }, 'embed')).toBe(false)
  expect(canServe(house, 'embed')).toBe(true)
})
