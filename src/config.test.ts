import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const modelsIn = (environment: Record<string, string>) => readConfig({ DATA_DIR: '/tmp', ...environment }).models

test('without settings there is no provider, and a key alone is not used', () => {
  expect(modelsIn({})).toMatchObject({ providers: [], models: {}, timeoutSeconds: 120 })
  expect(modelsIn({ OPENAI_API_KEY: 'sk-lying-around' }).models).toEqual({})
})

test('models name their provider; names of models may have colons', () => {
  const settings = {
    AI_COMPATIBLE_URL: 'http://127.0.0.1:11434/v1/',
    AI_MODEL_DEFAULT: 'compatible:llama3:8b',
    ANTHROPIC_API_KEY: 'sk-ant',
    AI_MODEL_FAST: 'anthropic:claude-haiku',
  }
  expect(modelsIn(settings)).toMatchObject({
    providers: [
      { name: 'compatible', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1', apiKey: undefined },
      { name: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', apiKey: 'sk-ant' },
    ],
    models: { default: 'compatible:llama3:8b', fast: 'anthropic:claude-haiku' },
  })
})

const WRONG: [settings: Record<string, string>, line: RegExp][] = [
  [{ AI_MODEL_DEFAULT: 'gpt-5' }, /^AI_MODEL_DEFAULT must look like compatible:model, openai:model or anthropic:model/],
  [{ AI_MODEL_DEFAULT: 'openai:gpt-5' }, /^AI_MODEL_DEFAULT names a model of openai, which needs OPENAI_API_KEY\.$/],
  [{ AI_MODEL_FAST: 'compatible:x' }, /needs AI_COMPATIBLE_URL/],
  [{ AI_MODEL_EMBED: 'anthropic:x', ANTHROPIC_API_KEY: 'k' }, /^AI_MODEL_EMBED cannot be a model of anthropic/],
  [{ AI_COMPATIBLE_URL: 'ftp://x' }, /^AI_COMPATIBLE_URL must be an http or https address/],
  [{ AI_TIMEOUT_SECONDS: '0' }, /^AI_TIMEOUT_SECONDS must be a whole number from 1 to 3600/],
]

test.for(WRONG)('a wrong setting stops the start with one line: %o', ([settings, line]) => {
  expect(() => modelsIn(settings)).toThrow(line)
})
