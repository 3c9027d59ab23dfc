import { expect, test } from 'vitest'
import type { WorkflowRow } from '../../../../../src/modules/workflows/definition.schema.ts'
import { differing } from '../../parts/send-versioned.ts'
import { settingsIn, settingsOf } from './settings-form.ts'

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

test('only what differs is sent: nothing of a form that nobody has touched', () => {
  const row = {
    name: 'Round',
    description: ' Every day ',
    tags: ['a'],
    retentionDays: 30,
    concurrency: { limit: 2 },
    retryDefaults: { delaySeconds: 5, attempts: 3 },
  } as WorkflowRow
  const shown = { name: 'Round', description: ' Every day ', tags: 'a', retentionDays: '30', limit: '2', key: '' }
  const retry = { attempts: '3', delaySeconds: '5', backoff: 'exponential', policy: 'queue' }
  expect(differing(settingsOf(row), settingsIn(form({ ...shown, ...retry })))).toEqual({})
  expect(differing(settingsOf(row), settingsIn(form({ ...shown, ...retry, limit: '3' })))).toEqual({
    concurrency: { limit: 3, policy: 'queue' },
  })
})
