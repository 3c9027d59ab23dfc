import { expect, test } from 'vitest'
import { cloudEvent } from './cloud-event.rules.ts'

const AT = '2026-11-15T09:30:00.000Z'

test.for([
  ['task.created', { taskId: 'a' }, 'a'],
  ['task_template.updated', { templateId: 'b' }, 'b'],
  ['completion_rule.created', { ruleId: 'c' }, 'c'],
  ['api_key.revoked', { keyId: 'd' }, 'd'],
  ['task_tag.created', { taskTagId: 'e', tagId: 'f' }, 'e'],
  ['workspace.updated', {}, undefined],
] as const)('%s of %j is about %s', ([type, payload, subject]) => {
  expect(cloudEvent({ id: '1', type, payload: { ...payload }, occurredAt: AT }, 's')['subject']).toBe(subject)
})
