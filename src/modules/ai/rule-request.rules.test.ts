import { expect, test } from 'vitest'
import { converse, DEPARTMENTS, HOMES, PEOPLE, TODAY, type Json, type Run } from '#test/rule-talk.ts'

const TASKS: Json = {
  items: [
    { id: 't-1', shortId: 'TK-1', title: 'Fix the boiler' },
    { id: 't-2', shortId: 'TK-2', title: 'Drain the boiler' },
  ],
}
const TOOLS = {
  list_departments: DEPARTMENTS,
  list_properties: HOMES,
  list_people: PEOPLE,
  list_tasks: TASKS,
  create_task: (input: Json) => ({ shortId: 'TK-9', ...input }),
}
const ASKED: Record<string, [said: string, question: string]> = {
  title: ['Create a task', 'What should the task be called?'],
  department: ['Create a task to buy flowers', 'Which department is it for:'],
  task: ['Complete the boiler task', 'Which task do you mean:'],
}

async function answering(kind: string, answer: string): Promise<Run> {
  const [said = '', question = ''] = ASKED[kind] ?? []
  const asked = await converse(said, TOOLS)
  expect(asked.text).toMatch(question)
  return converse(answer, TOOLS, asked.prompt)
}

const both = (...sentences: string[]) =>
  sentences.flatMap((said) => Object.keys(ASKED).map((kind) => [kind, said] as const))

test.for(
  both(
    'never mind',
    'Nevermind.',
    'cancel',
    'Cancel that, please',
    'no',
    'No, thanks!',
    'stop',
    'Oh, forget it',
    'none of them',
    "don't",
    'Actually, leave it.',
    'ok never mind then',
  ),
)('a question of ours can be left (%s): %s', async ([kind, said]) => {
  const { calls, text, prompt } = await answering(kind, said)
  expect([calls, text]).toEqual([[], 'All right, I leave it.'])
  expect((await converse('Housekeeping', TOOLS, prompt)).calls).toEqual([])
})

const urgent: [string, Json] = ['list_tasks', { isOpen: true, priority: 'URGENT', scheduledDate: TODAY, limit: 50 }]
const search = (q: string): [string, Json] => ['search_knowledge', { q, limit: 6 }]
const REQUESTS: Record<string, [string, Json]> = {
  "Show today's urgent tasks": urgent,
  "Today's urgent tasks": urgent,
  'please list all urgent tasks for today': urgent,
  'Show me the parking rules': search('parking rules'),
  'How do I reset the boiler?': search('reset the boiler'),
  "what's the wifi password?": search('wifi password'),
  'Search the knowledge base for towels': search('towels'),
  'Who is free tomorrow?': ['get_workload', { from: '2026-11-16', to: '2026-11-16', kind: 'user', limit: 50 }],
  'Create a task to fix the lamp at Casa Azul': [
    'create_task',
    { title: 'Fix the lamp', departmentId: 'd-main', propertyId: 'p-azul' },
  ],
}

test.for(Object.entries(REQUESTS).flatMap(([said, call]) => both(said).map(([kind]) => [kind, said, call] as const)))(
  'a request behind a question of ours is that (%s): %s',
  async ([kind, said, call]) => {
    expect((await answering(kind, said)).calls.at(-1)).toEqual(call)
  },
)

test.for(both('create another task', 'New task'))('a new task may be begun (%s): %s', async ([kind, said]) => {
  const { text, prompt } = await answering(kind, said)
  expect(text).toBe('What should the task be called?')
  const { calls } = await converse('Clean the pool', TOOLS, prompt)
  expect(calls.at(-1)).toEqual(['create_task', { title: 'Clean the pool', departmentId: 'd-house' }])
})

test('a task by its number is a request', async () => {
  expect((await answering('department', 'Show TK-1')).calls.at(-1)).toEqual(['get_task', { taskId: 't-1' }])
  expect((await answering('title', 'Complete TK-1')).calls.at(-1)?.[0]).toBe('set_task_status')
})

test.for([
  'Show window cleaning',
  'Show the guests the house rules for the lock',
  'Late check-out: repair the lock',
  'Show the tasks to the new cleaner',
  'List the keys',
  'Look for the lost key, repair the lock',
  'Cancel the newspaper, repair the letter box',
  'No smoking sign: replace it',
  'Stop the leak',
  'How to use the oven: replace the sheet',
  'Replace the house rules',
  'Clean up after the jobs of the plumber',
  'Create a task list for repairs',
  'Add task lighting',
  'Open a ticket with the electric company',
  'Complete the repair of the tap',
  'Fix what is urgent',
])('a title that has such words is a title: %s', async (title) => {
  expect((await answering('title', title)).calls.at(-1)).toMatchObject(['create_task', { title }])
})

test.for(['housekeeping', 'Housekeeping, please', 'the cleaning one', 'Show it to housekeeping'])(
  'an answer stays one: %s',
  async (said) => {
    const { calls } = await answering('department', said)
    expect(calls.at(-1)).toEqual(['create_task', { title: 'Buy flowers', departmentId: 'd-house' }])
  },
)

test.for(['TK-2', 'the open one, TK-2', 'it is TK-2'])('a task that is told is the answer: %s', async (said) => {
  expect((await answering('task', said)).calls.at(-1)).toEqual([
    'set_task_status',
    { taskId: 't-2', status: 'COMPLETED' },
  ])
})
