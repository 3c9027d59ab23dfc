import { expect, test } from 'vitest'
import type { SharedChecklistItem, SharedTask } from '../../../src/modules/links/shared-task.schema.ts'
import type { Entry } from '../offline/store.ts'
import { makesNeedless, type Action } from './action.ts'
import { afterTaken } from './effect.ts'
import { needsSummary, outlookOf } from './outlook.ts'

const item = (id: string, kind: SharedChecklistItem['kind']): SharedChecklistItem => ({
  id,
  kind,
  title: `Item ${id}`,
  required: true,
  blocksCompletion: true,
  actionUrl: null,
  answer: null,
  completedAt: null,
})

const task: SharedTask = {
  link: { state: 'active', mode: 'carry_out', expiresAt: null, technicianName: null, completedAt: null },
  task: {
    shortId: 'TK-1',
    title: 'Fix the tap',
    description: null,
    status: 'OPEN',
    priority: 'NORMAL',
    scheduledDate: null,
    scheduledTime: null,
    estimatedDurationMinutes: null,
    summary: null,
    completedAt: null,
    property: null,
  },
  checklist: [item('a', 'CHECK'), item('b', 'COUNT'), item('c', 'PHOTO')],
  photos: [],
  comments: [],
  canComplete: false,
  blockers: [
    { kind: 'workflow_rule', id: null, title: 'A photo is required.', actionUrl: null, requires: 'photo' },
    { kind: 'workflow_rule', id: null, title: 'A summary is required.', actionUrl: null, requires: 'summary' },
    { kind: 'task', id: null, title: 'Other work', actionUrl: null, requires: null },
  ],
}

let count = 0
const entry = (action: Action, refusal?: Entry['refusal']): Entry => {
  count += 1
  return {
    id: count,
    link: 'l',
    address: '/x',
    key: `k${count}`,
    action,
    createdAt: count,
    ...(refusal ? { refusal } : {}),
  }
}
const photo = entry({ kind: 'photo', file: new Blob(), fileName: 'x.jpg', itemId: 'c' })
const blockersOf = (entries: Entry[]) => outlookOf(task, entries).blockers.map(({ title }) => title)

test('what is done on the phone counts before the server has it', () => {
  expect(blockersOf([])).toEqual(['Item a', 'Item b', 'Item c', 'A photo is required.', 'Other work'])
  expect(blockersOf([entry({ kind: 'answer', itemId: 'a', answer: { done: true } }), photo])).toEqual([
    'Item b',
    'Other work',
  ])
})

test('no is an answer, zero is an answer; an answer taken back and one that was refused are none', () => {
  const answers = (answer: Action & { kind: 'answer' }, refusal?: Entry['refusal']) =>
    blockersOf([entry(answer, refusal)])
  expect(answers({ kind: 'answer', itemId: 'b', answer: { count: 0 } })).not.toContain('Item b')
  expect(answers({ kind: 'answer', itemId: 'b', answer: { count: null } })).toContain('Item b')
  expect(answers({ kind: 'answer', itemId: 'a', answer: { done: false } })).toContain('Item a')
  const refusal = { status: 422, code: 'answer_mismatch', detail: '' }
  expect(answers({ kind: 'answer', itemId: 'a', answer: { done: true } }, refusal)).toContain('Item a')
})

test('a photo that was refused is not the one that is needed', () => {
  const refused = { ...photo, refusal: { status: 413, code: 'file_too_large', detail: '' } }
  expect(blockersOf([refused])).toContain('A photo is required.')
  expect(blockersOf([refused, photo])).not.toContain('A photo is required.')
})

test.for(['FINISHED', 'CLOSED', 'REQUEST_REJECTED'] as const)('%s is not completed: it still can be', (status) => {
  const outlook = outlookOf({ ...task, task: { ...task.task, status } }, [])
  expect(outlook.isCompleted).toBe(false)
  expect(outlook.blockers).not.toEqual([])
  expect(outlookOf({ ...task, task: { ...task.task, status: 'COMPLETED' } }, []).isCompleted).toBe(true)
})

test('a summary is asked for in the last step and blocks nothing before', () => {
  expect(needsSummary(task)).toBe(true)
  expect(blockersOf([])).not.toContain('A summary is required.')
})

test('what waits stands with what arrived, newest first, and a completion under way shows', () => {
  const first = entry({ kind: 'comment', content: 'First' })
  const second = entry({ kind: 'comment', content: 'Second' })
  const done = entry({ kind: 'complete', summary: 'Done.' })
  const outlook = outlookOf(task, [first, second, done])
  expect(outlook.comments).toEqual([second, first])
  expect(outlook.completion).toBe(done)
  expect(outlook.task.task).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
  expect(outlook.isCompleted).toBe(false)
})

test('the effect of an action that was taken is what the page showed while it waited', () => {
  const answer = entry({ kind: 'answer', itemId: 'b', answer: { count: 4 } })
  expect(afterTaken(answer, {})(task).checklist).toEqual(outlookOf(task, [answer]).task.checklist)
  expect(afterTaken(photo, { id: 'p', url: '/p' })(task).photos).toMatchObject([
    { id: 'p', checklistItemId: 'c', thumbnailUrl: '/p?size=thumb' },
  ])
})

test('a new answer makes the one to the same item needless, and nothing else', () => {
  const answer = (itemId: string): Action => ({ kind: 'answer', itemId, answer: { done: true } })
  expect(makesNeedless(answer('a'), answer('a'))).toBe(true)
  expect(makesNeedless(answer('a'), answer('b'))).toBe(false)
  const comment: Action = { kind: 'comment', content: 'x' }
  expect(makesNeedless(comment, comment)).toBe(false)
})

test('a comment that was read from the server before its own answer came is shown once', () => {
  const comment = { id: 'c1', author: 'Duarte', content: 'Done.', createdAt: '2026-01-01T00:00:00.000Z' }
  const sent = entry({ kind: 'comment', content: 'Done.' })
  expect(afterTaken(sent, comment)({ ...task, comments: [comment] }).comments).toEqual([comment])
})
