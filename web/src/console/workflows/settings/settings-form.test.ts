import { expect, test } from 'vitest'
import { settingsIn } from './settings-form.ts'

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('what is left empty is no limit and no tries', () => {
  const found = settingsIn(form({ name: ' Round ', tags: ' a, b ,,a', retentionDays: '30', limit: '', attempts: '' }))
  expect(found).toEqual({
    name: 'Round',
    description: null,
    tags: ['a', 'b'],
    retentionDays: 30,
    concurrency: null,
    retryDefaults: null,
  })
})

test('limits and tries come with how they are meant', () => {
  const numbers = { limit: '2', key: '.home', policy: 'replace', attempts: '3', delaySeconds: '5', backoff: 'linear' }
  expect(settingsIn(form({ name: 'x', retentionDays: '1', ...numbers }))).toMatchObject({
    concurrency: { limit: 2, key: '.home', policy: 'replace' },
    retryDefaults: { attempts: 3, delaySeconds: 5, backoff: 'linear' },
  })
})
