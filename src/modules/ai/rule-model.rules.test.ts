import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import {
  converse,
  DEPARTMENTS,
  HOMES,
  listOf,
  NAMES,
  now,
  PEOPLE,
  TODAY,
  toolsNamed,
  type Json,
  type Tools,
} from '#test/rule-talk.ts'
import { ruleModel } from './rule-model.ts'

const created = (input: Json): Json => ({ shortId: 'TK-7', ...input, property: { name: 'Casa Azul' } })
const MAKING: Tools = {
  list_departments: DEPARTMENTS,
  list_properties: HOMES,
  list_people: PEOPLE,
  create_task: created,
}

const CREATED: Record<string, Json> = {
  'Create a task to fix the boiler leak at Casa Azul tomorrow, urgent, assign it to Maria': {
    title: 'Fix the boiler leak',
    departmentId: 'd-main',
    propertyId: 'p-azul',
    priority: 'URGENT',
    scheduledDate: '2026-11-16',
    primaryUserId: 'u-maria',
  },
  'create an urgent task for Casa Azul: boiler leaks': {
    title: 'Boiler leaks',
    departmentId: 'd-main',
    propertyId: 'p-azul',
    priority: 'URGENT',
  },
  'Please add a high priority task "Change the linen" at casa azul on Friday at 9:30': {
    title: 'Change the linen',
    departmentId: 'd-house',
    propertyId: 'p-azul',
    priority: 'HIGH',
    scheduledDate: '2026-11-20',
    scheduledTime: '09:30',
  },
  'New task: call the guest about late arrival today': {
    title: 'Call the guest about late arrival',
    departmentId: 'd-guest',
    scheduledDate: TODAY,
  },
  'Can you create a task for the maintenance team to paint the fence on 3 December at 2 pm?': {
    title: 'Paint the fence',
    departmentId: 'd-main',
    scheduledDate: '2026-12-03',
    scheduledTime: '14:00',
  },
  'Add a task for Maria Santos to check the boiler': {
    title: 'Check the boiler',
    departmentId: 'd-main',
    primaryUserId: 'u-maria',
  },
  'make a ticket about the broken blind in Casa Azul for maintenance': {
    title: 'The broken blind',
    departmentId: 'd-main',
    propertyId: 'p-azul',
  },
  'Create a cleaning task for Casa Azul tomorrow': {
    title: 'Cleaning',
    departmentId: 'd-house',
    propertyId: 'p-azul',
    scheduledDate: '2026-11-16',
  },
  'Add a maintenance task to fix the tap at Casa Azul': {
    title: 'Fix the tap',
    departmentId: 'd-main',
    propertyId: 'p-azul',
  },
  'schedule a task to clean the pool in Casa Azul next week with low priority': {
    title: 'Clean the pool',
    departmentId: 'd-house',
    propertyId: 'p-azul',
    priority: 'LOW',
    scheduledDate: '2026-11-16',
  },
}

test.for(Object.entries(CREATED))('creates: %s', async ([said, expected]) => {
  const { calls, text } = await converse(said, MAKING)
  expect(calls.at(-1)).toEqual(['create_task', expected])
  expect(calls.filter(([name]) => name === 'create_task')).toHaveLength(1)
  expect(text).toMatch(/^Created TK-7 "/)
})

test('asks for what is missing and takes the answers', async () => {
  const vague = {
    ...MAKING,
    list_properties: listOf({ id: 'p-1', name: 'Casa Azul' }, { id: 'p-2', name: 'Casa Alta' }),
  }
  const first = await converse('Create a task at Casa', vague)
  expect(first.text).toBe('What should the task be called?')
  const second = await converse('Look at the ceiling', vague, first.prompt)
  expect(second.text).toBe('Which home do you mean: Casa Azul or Casa Alta?')
  const third = await converse('Casa Alta', vague, second.prompt)
  expect(third.text).toBe('Which department is it for: Housekeeping, Maintenance or Guest Relations?')
  const { calls } = await converse('maintenance', vague, third.prompt)
  expect(calls.at(-1)).toEqual([
    'create_task',
    { title: 'Look at the ceiling', departmentId: 'd-main', propertyId: 'p-2' },
  ])
})

test('never makes up a home, a person or a task', async () => {
  const nowhere = await converse('Create a task to fix the tap at Casa Verde', { ...MAKING, list_properties: listOf() })
  expect(nowhere.text).toBe('I find no home called "Casa Verde".')
  const nobody = await converse('Create a task to fix the tap and assign it to Zoe', {
    ...MAKING,
    list_people: listOf(),
  })
  expect(nobody.text).toBe('I find no person or vendor called "Zoe".')
  const nothing = await converse('Complete task TK-99', {
    list_tasks: listOf({ id: 't-9', shortId: 'TK-990', title: 'x' }),
  })
  expect(nothing.text).toBe('I find no task TK-99.')
  for (const { calls } of [nowhere, nobody, nothing]) {
    expect(calls.map(([name]) => name)).not.toContain('create_task')
    expect(calls.map(([name]) => name)).not.toContain('set_task_status')
  }
})

const LOOKED_UP: Record<string, [string, Json]> = {
  "today's urgent tasks": ['list_tasks', { isOpen: true, priority: 'URGENT', scheduledDate: TODAY, limit: 50 }],
  'Which urgent tasks do we have today?': [
    'list_tasks',
    { isOpen: true, priority: 'URGENT', scheduledDate: TODAY, limit: 50 },
  ],
  "What's on tomorrow?": ['list_tasks', { isOpen: true, scheduledDate: '2026-11-16', limit: 50 }],
  'anything urgent?': ['list_tasks', { isOpen: true, priority: 'URGENT', limit: 50 }],
  'what needs to be done today?': ['list_tasks', { isOpen: true, scheduledDate: TODAY, limit: 50 }],
  'is anyone free on Monday?': ['get_workload', { from: '2026-11-16', to: '2026-11-16', kind: 'user', limit: 50 }],
  'Tell me about Casa Azul': ['list_properties', { limit: 50, q: 'Casa Azul' }],
  'show me overdue tasks': ['list_tasks', { isOpen: true, isLate: true, limit: 50 }],
  'Which tasks are late?': ['list_tasks', { isOpen: true, isLate: true, limit: 50 }],
  'Which tasks are unassigned?': ['list_tasks', { isOpen: true, isUnassigned: true, limit: 50 }],
  'Which tasks has nobody taken?': ['list_tasks', { isOpen: true, isUnassigned: true, limit: 50 }],
  'What does Maria have to do today?': [
    'list_tasks',
    { isOpen: true, scheduledDate: TODAY, assigneeId: 'u-maria', limit: 50 },
  ],
  "Show Maria's tasks": ['list_tasks', { isOpen: true, assigneeId: 'u-maria', limit: 50 }],
  "Please list Maria Santos's urgent tasks": [
    'list_tasks',
    { isOpen: true, priority: 'URGENT', assigneeId: 'u-maria', limit: 50 },
  ],
  'Which tasks did Maria Santos finish yesterday?': [
    'list_tasks',
    { status: 'COMPLETED', scheduledDate: '2026-11-14', assigneeId: 'u-maria', limit: 50 },
  ],
  "List Monday's tasks": ['list_tasks', { isOpen: true, scheduledDate: '2026-11-16', limit: 50 }],
  "Can you list today's urgent tasks for me?": [
    'list_tasks',
    { isOpen: true, priority: 'URGENT', scheduledDate: TODAY, limit: 50 },
  ],
  'Any arrivals at noon?': ['list_reservations', { from: TODAY, to: TODAY, limit: 50 }],
  'Who checks out at 11 am?': ['list_reservations', { from: TODAY, to: TODAY, limit: 50 }],
  'Who checks in at 3 at Casa Azul tomorrow?': [
    'list_reservations',
    { from: '2026-11-16', to: '2026-11-16', propertyId: 'p-azul', limit: 50 },
  ],
  "Maria's tasks": ['list_tasks', { isOpen: true, assigneeId: 'u-maria', limit: 50 }],
  'tasks assigned to Maria Santos tomorrow': [
    'list_tasks',
    { isOpen: true, scheduledDate: '2026-11-16', assigneeId: 'u-maria', limit: 50 },
  ],
  'What is on for Casa Azul this week?': [
    'list_tasks',
    { isOpen: true, scheduledFrom: '2026-11-09', scheduledTo: TODAY, propertyId: 'p-azul', limit: 50 },
  ],
  'urgent tasks for maintenance': [
    'list_tasks',
    { isOpen: true, priority: 'URGENT', departmentId: 'd-main', limit: 50 },
  ],
  'how many tasks did we finish yesterday': [
    'list_tasks',
    { status: 'COMPLETED', scheduledDate: '2026-11-14', limit: 50 },
  ],
  'who is staying at Casa Azul tomorrow?': [
    'list_reservations',
    { from: '2026-11-16', to: '2026-11-16', propertyId: 'p-azul', limit: 50 },
  ],
  'Any unread messages from guests?': ['list_conversations', { limit: 20, unread: true }],
  'Who checks in today?': ['list_reservations', { from: TODAY, to: TODAY, limit: 50 }],
  'Which homes are inactive?': ['list_properties', { limit: 50, status: 'INACTIVE' }],
  'Which homes are at risk?': ['list_properties', { limit: 50, status: 'AT_RISK' }],
  'list tasks this week': ['list_tasks', { isOpen: true, scheduledFrom: '2026-11-09', scheduledTo: TODAY, limit: 50 }],
  'open tasks at Casa Azul': ['list_tasks', { isOpen: true, propertyId: 'p-azul', limit: 50 }],
  'How do I reset the boiler?': ['search_knowledge', { q: 'reset the boiler', limit: 6 }],
  'look up late arrival': ['search_knowledge', { q: 'late arrival', limit: 6 }],
  'Where do guests put the rubbish?': ['search_knowledge', { q: 'Where do guests put the rubbish', limit: 6 }],
  'Who is free tomorrow?': ['get_workload', { from: '2026-11-16', to: '2026-11-16', kind: 'user', limit: 50 }],
  'who is available in maintenance?': [
    'get_workload',
    { from: TODAY, to: TODAY, kind: 'user', departmentId: 'd-main', limit: 50 },
  ],
  'Which check-ins are there today?': ['list_reservations', { from: TODAY, to: TODAY, limit: 50 }],
  'show reservations for Friday': ['list_reservations', { from: '2026-11-20', to: '2026-11-20', limit: 50 }],
  'Who is arriving tomorrow?': ['list_reservations', { from: '2026-11-16', to: '2026-11-16', limit: 50 }],
  'unread messages': ['list_conversations', { limit: 20, unread: true }],
  'list the homes in Lisbon': ['list_properties', { limit: 50, q: 'Lisbon' }],
}

test.for(Object.entries(LOOKED_UP))('looks up: %s', async ([said, expected]) => {
  const { calls } = await converse(said, { list_departments: DEPARTMENTS, list_properties: HOMES, list_people: PEOPLE })
  expect(calls.at(-1)).toEqual(expected)
})

test('reports what the tools said, and no more', async () => {
  const tasks = listOf({
    id: 't-1',
    shortId: 'TK-1',
    title: 'Boiler shows error E2',
    status: 'IN_PROGRESS',
    priority: 'URGENT',
    property: { name: 'Casa do Farol' },
    scheduledDate: TODAY,
    scheduledTime: '10:00:00',
  })
  const { text } = await converse("today's urgent tasks", { list_tasks: tasks })
  expect(text).toBe(
    '1 open, urgent task (today):\n- TK-1 "Boiler shows error E2" (Casa do Farol, urgent, 2026-11-15 10:00), in progress',
  )
  expect((await converse("today's urgent tasks")).text).toBe('There are no open, urgent tasks (today).')
})

test('check-ins are those who arrive, check-outs those who leave', async () => {
  const stay = (guestName: string, checkinDate: string, checkoutDate: string, status = 'CONFIRMED') => ({
    guestName,
    checkinDate,
    checkoutDate,
    status,
    propertyName: 'Casa Azul',
  })
  const stays = listOf(
    stay('Ana', TODAY, '2026-11-18'),
    stay('Ben', '2026-11-12', TODAY),
    stay('Cleo', '2026-11-14', '2026-11-20'),
    stay('Dan', TODAY, '2026-11-17', 'CANCELLED'),
  )
  expect((await converse('check-ins today', { list_reservations: stays })).text).toBe(
    '1 check-in (today):\n- Casa Azul: Ana, 2026-11-15 to 2026-11-18, confirmed',
  )
  expect((await converse('which departures today?', { list_reservations: stays })).text).toContain('Ben')
  expect((await converse('who is staying today?', { list_reservations: stays })).text).toMatch(
    /Ana[\s\S]*Ben[\s\S]*Cleo/,
  )
})

test('says who has how much time', async () => {
  const day = (availableMinutes: number | null, estimatedMinutes: number, openTasks: number) => ({
    date: TODAY,
    availableMinutes,
    estimatedMinutes,
    openTasks,
  })
  const { text } = await converse('who is free today?', {
    get_workload: listOf(
      { name: 'Inês', days: [day(480, 90, 1)] },
      { name: 'Rui', days: [day(60, 60, 2)] },
      { name: 'Tomás', days: [day(480, 0, 0)] },
      { name: 'Ada', days: [day(null, 0, 0)] },
    ),
  })
  expect(text).toBe(
    'Free (today):\n- Tomás: 8 h free, 0 open tasks\n- Inês: 6 h 30 min free, 1 open task\nNo hours are known of Ada.',
  )
})

test('completes a task by its number, with a summary', async () => {
  const task = { id: 't-12', shortId: 'TK-12', title: 'Fix the tap', status: 'OPEN', priority: 'NORMAL' }
  const tools = {
    list_tasks: listOf({ ...task, id: 't-1', shortId: 'TK-123' }, task),
    set_task_status: { ...task, status: 'COMPLETED' },
  }
  for (const said of ['complete task #12', 'Mark TK-12 as done', 'please close task 12']) {
    const { calls, text } = await converse(said, tools)
    expect(calls, said).toEqual([
      ['list_tasks', { q: 'TK-12', sort: 'createdAt', limit: 20 }],
      ['set_task_status', { taskId: 't-12', status: 'COMPLETED' }],
    ])
    expect(text).toBe('TK-12 "Fix the tap" is now completed.')
  }
  const { calls } = await converse('Complete TK-12: replaced the washer', tools)
  expect(calls.at(-1)).toEqual([
    'set_task_status',
    { taskId: 't-12', status: 'COMPLETED', summary: 'replaced the washer' },
  ])
  expect((await converse('start TK-12', tools)).calls.at(-1)).toEqual([
    'set_task_status',
    { taskId: 't-12', status: 'IN_PROGRESS' },
  ])
  expect((await converse('complete the tap task', { ...tools, list_tasks: listOf(task) })).calls[0]).toEqual([
    'list_tasks',
    { q: 'tap', isOpen: true, limit: 20 },
  ])
})

test('assigns and comments', async () => {
  const task = { id: 't-12', shortId: 'TK-12', title: 'Fix the tap', status: 'OPEN', priority: 'NORMAL' }
  const tools = { list_tasks: listOf(task), list_people: PEOPLE, assign_task: task }
  const { calls, text } = await converse('assign TK-12 to Maria', tools)
  expect(calls.at(-1)).toEqual(['assign_task', { taskId: 't-12', primaryUserId: 'u-maria' }])
  expect(text).toBe('TK-12 "Fix the tap" is with Maria Santos now.')
  const commented = await converse('Comment on TK-12: the part arrives on Friday', {
    ...tools,
    add_task_comment: { id: 'c' },
  })
  expect(commented.calls.at(-1)).toEqual([
    'add_task_comment',
    { taskId: 't-12', content: 'the part arrives on Friday' },
  ])
})

test('quotes the knowledge base with its source', async () => {
  const hit = {
    articleId: 'a',
    title: 'The boiler',
    headingPath: ['Error E2'],
    passage: 'Press reset for five seconds.',
  }
  const { text } = await converse('How do I reset the boiler?', {
    search_knowledge: { items: [hit, { ...hit, title: 'Heating' }], meaning: 'off' },
  })
  expect(text).toBe('From "The boiler › Error E2":\n\nPress reset for five seconds.\n\nSee also: Heating.')
  expect((await converse('How do I fly to the moon?')).text).toBe(
    'The knowledge base has nothing about "fly to the moon".',
  )
})

test('a refusal of a tool is told, and nothing is tried again', async () => {
  const { calls, text } = await converse('Create a task to fix the tap', {
    ...MAKING,
    create_task: { failed: '{"detail":"Your role does not allow this."}' },
  })
  expect(text).toBe('That did not work (create_task): Your role does not allow this.')
  expect(calls.filter(([name]) => name === 'create_task')).toHaveLength(1)
})

test.for([
  'Write me a poem about the sea',
  'What is the capital of France?',
  'Translate good morning into German',
  'cancel my reservation',
  'delete task 5',
  'Tell me about life',
  'why?',
  '',
])('a free question is not answered: %s', async (said) => {
  const { calls, text } = await converse(said)
  expect(calls).toEqual([])
  expect(text).toMatch(/^No model is configured/)
  expect(text).toContain('AI_MODEL_DEFAULT')
})

test('says what it can do with the tools it has, and refuses what it has no tool for', async () => {
  const ask = async (text: string, names: readonly string[]) => {
    const prompt: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text }] }]
    const { content } = await ruleModel(now).doGenerate({ prompt, tools: toolsNamed(names) })
    return content[0]?.type === 'text' ? content[0].text : ''
  }
  const offer = await ask('hello', ['search_knowledge'])
  expect(offer).toContain('How do I reset the boiler?')
  expect(offer).not.toContain('Complete task')
  expect(await ask("today's urgent tasks", ['search_knowledge'])).toBe(
    'I cannot do that here: I do not have the tool list_tasks.',
  )
})

test('the instructions may say which day it is', async () => {
  const system = { role: 'system' as const, content: 'You help. Today is Monday, 2026-11-16 in Lisbon.' }
  const { calls } = await converse("What's on today?", {}, [system])
  expect(calls[0]).toEqual(['list_tasks', { isOpen: true, scheduledDate: '2026-11-16', limit: 50 }])
})

test('streams the same as it generates, with the same ids', async () => {
  const prompt: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text: "today's urgent tasks" }] }]
  const options = { prompt, tools: toolsNamed(NAMES) }
  const { content } = await ruleModel(now).doGenerate(options)
  const { stream } = await ruleModel(now).doStream(options)
  const parts = await Array.fromAsync(stream)
  expect(parts.filter(({ type }) => type === 'tool-call')).toEqual(content)
  expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } })
  const poem = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'a poem' }] }] }
  const whole = await ruleModel(now).doGenerate(poem)
  const pieces = await Array.fromAsync((await ruleModel(now).doStream(poem)).stream)
  const text = pieces.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
  expect(whole.content).toEqual([{ type: 'text', text }])
})
