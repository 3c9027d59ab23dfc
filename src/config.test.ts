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
  [{ DATABASE_URL: 'postgres://innkeeper:a/b@db/innkeeper' }, /^DATABASE_URL must look like .* write \/ as %2F/],
  [{ DATABASE_URL: 'postgres://innkeeper@db:99999/innkeeper' }, /^DATABASE_URL must look like/],
  [{ DATABASE_URL: 'postgres://innkeeper:%E4@db/innkeeper' }, /^DATABASE_URL must look like/],
  [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'AK' }, /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together/],
  [{ S3_ENDPOINT: 'https://s3.example.com' }, /^S3_BUCKET is required with/],
  [{ APP_URL: 'https://me:hush@example.com' }, /^APP_URL must be an address without a user name or password\.$/],
  [{ METRICS_TOKEN: 'two words' }, /^METRICS_TOKEN must have no blanks/],
  [{ CANARY_SECRET: 'ключ' }, /^CANARY_SECRET must have no blanks/],
  [{ SEED_ADMIN_PASSWORD: 'x'.repeat(1001) }, /^SEED_ADMIN_PASSWORD must have 8 to 1000 characters\.$/],
  [{ AI_TIMEOUT_SECONDS: '0' }, /^AI_TIMEOUT_SECONDS must be a whole number from 1 to 3600/],
]

test.for(WRONG)('a wrong setting stops the start with one line: %o', ([settings, line]) => {
  expect(() => modelsIn(settings)).toThrow(line)
})

test('a wrong address is not repeated: it can be a secret', () => {
  const secret = 'T01/B01/hush'
  const wrong = [`hooks.example.com/services/${secret}`, `https:/\\:${secret}`, `https://example.com/?to=${secret}`]
  for (const url of wrong) {
    const reading = () => readConfig({ DATA_DIR: '/tmp', OPERATOR_CHAT_URL: url })
    expect(reading).toThrow(/^OPERATOR_CHAT_URL must be an http or https address, without \? and #\.$/)
  }
})

test('a database is also reached by a socket, and by a password with every letter', () => {
  const secret = 'a-secret-that-is-long-enough-for-all'
  for (const url of [
    'postgres://me@/innkeeper?host=/run/postgresql',
    'postgresql://me:a%2Fb%40@db/innkeeper',
    'postgres://me:100%@db/x',
  ])
    expect(readConfig({ DATABASE_URL: url, JWT_SECRET: secret }).database).toMatchObject({ url })
})

test('outside systems are played only on this machine, and only where nobody from elsewhere comes', () => {
  const simulatorIn = (environment: Record<string, string>) =>
    readConfig({ DATA_DIR: '/tmp', ...environment }).simulatorUrl
  const said = { SIMULATOR_URL: 'http://localhost:4010' }
  expect(simulatorIn(said)).toBe('http://localhost:4010')
  expect(simulatorIn({ ...said, HOST: '127.0.0.1', APP_URL: 'http://[::1]:3000' })).toBe('http://localhost:4010')
  expect(simulatorIn({ HOST: '0.0.0.0' })).toBeUndefined()
  expect(simulatorIn({ SIMULATOR_URL: 'off' })).toBeUndefined()
  const places: Record<string, string>[] = [
    { HOST: '0.0.0.0' },
    { HOST: '10.0.0.7' },
    { APP_URL: 'https://inn.example.com' },
    { BASE_URL: 'https://api.example.com' },
    { APP_URL: 'http://localhost.example.com' },
  ]
  for (const place of places)
    expect(() => simulatorIn({ ...said, ...place })).toThrow(/^SIMULATOR_URL is only for a service that HOST/)
  for (const url of ['http://127.0.0.1:4010', 'https://simulator.example.com', 'http://10.0.0.7:4010'])
    expect(() => simulatorIn({ SIMULATOR_URL: url })).toThrow(/^SIMULATOR_URL must be an address of this machine/)
})
