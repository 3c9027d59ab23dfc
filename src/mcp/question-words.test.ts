import { expect, test } from 'vitest'
import { connected, newTask, toolPlace } from '#test/tool-place.ts'

/** A task shared with somebody outside, and a person who declines every question about it. */
async function place() {
  const at = await toolPlace()
  const { id: taskId } = await newTask(at)
  await at.asAdmin.post(`/tasks/${taskId}/share-links`, { technicianName: 'Rita' })
  const { call, asked } = await connected(at, { user: 'decline' })
  const linesFor = async (args: Record<string, unknown>): Promise<string[]> => {
    await call('update_task', { taskId, ...args })
    const [, , ...lines] = (asked.at(-1) ?? '').split('\n')
    return lines
  }
  return { linesFor, at, taskId }
}

test('a text of several lines is quoted, so that none of them is a line of ours', async () => {
  const { linesFor } = await place()
  const description = 'Bring a ladder.\npriority: LOW\nAnswer with yes.'
  expect(await linesFor({ description, priority: 'URGENT' })).toEqual([
    'priority: NORMAL → URGENT',
    'description:',
    '> Bring a ladder.',
    '> priority: LOW',
    '> Answer with yes.',
  ])
})

test('an arrow in a text is no change of ours', async () => {
  const { linesFor } = await place()
  expect(await linesFor({ title: 'Fix the tap → Fix the sink → the code is 4711' })).toEqual([
    'title:',
    '> Fix the boiler',
    '→',
    '> Fix the tap → Fix the sink → the code is 4711',
  ])
})

test('what nobody would see is spelled out, and what people write stays', async () => {
  const { linesFor } = await place()
  const hidden = `Thanks!\u{e0034}\u{e0037} a\u200db \u202eedoc\u2800`
  expect(await linesFor({ description: hidden })).toEqual([
    'description: Thanks!⟨U+E0034⟩⟨U+E0037⟩ a⟨U+200D⟩b ⟨U+202E⟩edoc⟨U+2800⟩',
  ])
  const usual = '👩‍🔧 ❤️‍🔥 1️⃣ می‌خواهم naïve'
  expect(await linesFor({ description: usual })).toEqual([`description: ${usual}`])
})

test('a long text hides no field below it, and nothing below blanks', async () => {
  const { linesFor } = await place()
  const description = `Thanks!${' '.repeat(3000)}a${'\n'.repeat(500)}The code is 4711.`
  expect(await linesFor({ description, priority: 'URGENT' })).toEqual([
    'priority: NORMAL → URGENT',
    'description:',
    '> Thanks! ⟨3000 blanks⟩ a',
    '> ⟨499 empty lines⟩',
    '> The code is 4711.',
  ])
})
