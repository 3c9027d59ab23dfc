import { expect, test } from 'vitest'
import { converse, DEPARTMENTS, HOMES, listOf, NAMES, PEOPLE, TODAY, type Json } from '#test/rule-talk.ts'

test('a page of many is not taken for all of them', async () => {
  const task = { id: 't-1', shortId: 'TK-1', title: 'Clean', status: 'OPEN', priority: 'NORMAL' }
  const tasks = { items: Array.from({ length: 50 }, () => task), total: 320, nextCursor: 'x' }
  const { text } = await converse('how many open tasks are there?', { list_tasks: tasks })
  expect(text).toMatch(/^320 open tasks:\n/)
  expect(text).toMatch(/… and 305 more\.$/)
  const stays = { items: [{ checkinDate: '2026-11-01', checkoutDate: '2026-12-01' }], total: 180 }
  expect((await converse('check-ins today', { list_reservations: stays })).text).toBe(
    'There are no check-ins (today, among the first 1 of 180 stays).',
  )
})

test('whose tasks are meant by my is not guessed', async () => {
  for (const said of [
    'show me my tasks',
    'what do I have to do today, which tasks?',
    'tasks assigned to me',
    'Any tasks for me today?',
  ]) {
    const { calls, text } = await converse(said)
    expect([calls, text]).toEqual([[], expect.stringContaining('I cannot tell which tasks are yours')])
  }
})

const STATES: Record<string, [string, Json]> = {
  'Which tasks are not done?': ['list_tasks', { isOpen: true, limit: 50 }],
  "Which tasks haven't been completed yet?": ['list_tasks', { isOpen: true, limit: 50 }],
  'Which tasks are done?': ['list_tasks', { status: 'COMPLETED', limit: 50 }],
  'Which tasks have to be completed today?': ['list_tasks', { isOpen: true, scheduledDate: TODAY, limit: 50 }],
  'closed tasks': ['list_tasks', { isOpen: false, limit: 50 }],
  'Which tasks are not late?': ['list_tasks', { isOpen: true, isLate: false, limit: 50 }],
  'Which tasks are in progress?': ['list_tasks', { status: 'IN_PROGRESS', limit: 50 }],
  'tasks waiting for approval': ['list_tasks', { status: 'PENDING_APPROVAL', limit: 50 }],
  'Show scheduled tasks': ['list_tasks', { status: 'SCHEDULED', limit: 50 }],
  'Which tasks are scheduled for tomorrow?': ['list_tasks', { isOpen: true, scheduledDate: '2026-11-16', limit: 50 }],
  'Which tasks need to get done today?': ['list_tasks', { isOpen: true, scheduledDate: TODAY, limit: 50 }],
  'List all tasks for me': ['list_tasks', { isOpen: true, limit: 50 }],
  'Which tasks are there at 3 pm?': ['list_tasks', { isOpen: true, limit: 50 }],
  'Which tasks are not urgent?': ['list_tasks', { isOpen: true, limit: 50 }],
  'non-urgent tasks today': ['list_tasks', { isOpen: true, scheduledDate: TODAY, limit: 50 }],
  'Which tasks are not the most urgent?': ['list_tasks', { isOpen: true, limit: 50 }],
  'all but the urgent tasks': ['list_tasks', { isOpen: true, limit: 50 }],
  'tasks not assigned to anybody': ['list_tasks', { isOpen: true, isUnassigned: true, limit: 50 }],
}

test.for(Object.entries(STATES))('asks for the state that is meant: %s', async ([said, expected]) => {
  expect((await converse(said)).calls).toEqual([expected])
})

test.for([
  ['Which tasks are blocked?', 'blocked'],
  ['Which tasks are not in progress?', 'not in progress'],
  ["Which jobs aren't scheduled?", 'not scheduled'],
  ['tasks on hold', 'on hold'],
  ['Which tasks were started yesterday?', 'started on a day'],
] as const)('a state that the list cannot be asked for is not guessed: %s', async ([said, state]) => {
  const { calls, text } = await converse(said)
  expect([calls, text]).toEqual([[], expect.stringMatching(`^I cannot tell which tasks are ${state}\\.`)])
})

const OF_SOMEBODY: Record<string, Json> = {
  "Casa Azul's tasks": { propertyId: 'p-azul' },
  "Show Casa Azul's urgent tasks": { priority: 'URGENT', propertyId: 'p-azul' },
  'tasks for Maria': { assigneeId: 'u-maria' },
  'open tasks of Maria Santos': { assigneeId: 'u-maria' },
  'Which tasks did Maria not finish?': { assigneeId: 'u-maria' },
  "Which tasks hasn't Maria finished yet?": { assigneeId: 'u-maria' },
  'Which maintenance tasks are overdue?': { isLate: true, departmentId: 'd-main' },
}

test.for(Object.entries(OF_SOMEBODY))('finds whose they are: %s', async ([said, filter]) => {
  const tools = { list_departments: DEPARTMENTS, list_properties: HOMES, list_people: PEOPLE }
  expect((await converse(said, tools)).calls.at(-1)).toEqual(['list_tasks', { isOpen: true, ...filter, limit: 50 }])
})

test('who is named is looked for among people and homes, and told when they are neither', async () => {
  for (const said of ["Show Zoe's tasks", 'tasks for Zoe']) {
    const { calls, text } = await converse(said)
    expect(calls.map(([name]) => name).toSorted()).toEqual(['list_people', 'list_properties'])
    expect(text).toBe('I find no person, vendor or home called "Zoe".')
  }
  const homes = listOf({ id: 'p-1', name: 'Casa Azul' }, { id: 'p-2', name: 'Casa Alta' })
  const first = await converse("Casa's tasks", { list_properties: homes })
  expect(first.text).toBe('Which home do you mean: Casa Azul or Casa Alta?')
  const found = ({ q }: Json) => listOf(...[{ id: 'p-2', name: 'Casa Alta' }].filter(({ name }) => name === q))
  const { calls } = await converse('Casa Alta', { list_properties: found }, first.prompt)
  expect(calls.at(-1)).toEqual(['list_tasks', { isOpen: true, propertyId: 'p-2', limit: 50 }])
})

test('an answer to which home is meant may be a person', async () => {
  const homes = ({ q }: Json) =>
    q === 'Casa' ? listOf({ id: 'p-1', name: 'Casa Azul' }, { id: 'p-2', name: 'Casa Alta' }) : listOf()
  for (const said of ["Casa's tasks", 'tasks for Casa']) {
    const tools = { list_properties: homes, list_people: PEOPLE }
    const first = await converse(said, tools)
    expect(first.text).toBe('Which home do you mean: Casa Azul or Casa Alta?')
    const { calls } = await converse('Maria', tools, first.prompt)
    expect(calls).toEqual([
      ['list_properties', { q: 'Maria', limit: 10 }],
      ['list_people', { q: 'Maria', limit: 10 }],
      ['list_tasks', { isOpen: true, assigneeId: 'u-maria', limit: 50 }],
    ])
  }
})

test('what was never looked for is not said to be missing', async () => {
  const without = (tool: string) => NAMES.filter((name) => name !== tool)
  expect((await converse('tasks for Zoe', {}, [], without('list_people'))).text).toBe('I find no home called "Zoe".')
  expect((await converse("Show Zoe's tasks", {}, [], without('list_properties'))).text).toBe(
    'I find no person or vendor called "Zoe".',
  )
})

const CANNOT: Record<string, string> = {
  'Which tasks were done late?': 'I cannot tell which tasks were late when they were done.',
  'Which tasks were not completed on time?': 'I cannot tell which tasks were done in time.',
  'Which tasks will not be done in time?': 'I cannot tell which tasks were done in time.',
  'tasks finished in time': 'I cannot tell which tasks were done in time.',
  'tasks not at Casa Azul': 'I cannot list tasks by whom or which home they are not for.',
  'tasks not assigned to Maria': 'I cannot list tasks by whom or which home they are not for.',
  'all tasks except those of Maria': 'I cannot list tasks by whom or which home they are not for.',
}

test.for(Object.entries(CANNOT))(
  'what only another question would answer is not guessed: %s',
  async ([said, answer]) => {
    const { calls, text } = await converse(said)
    expect([calls, text]).toEqual([[], answer])
  },
)

test.for([
  ['tasks created yesterday', 'created'],
  ['Which tasks are due next month?', 'next'],
  ['How many tasks were completed last week?', 'last'],
  ['Which tasks have no date?', 'date'],
  ['tasks without a home', 'home'],
  ['Which tasks are high or urgent?', 'high'],
  ['urgent or overdue tasks', 'or'],
  ['Show me tasks about the boiler', 'boiler'],
  ['tasks older than a week', 'older'],
  ['Which homes have urgent tasks?', 'homes'],
  ['Who has the most tasks?', 'Who'],
  ['What did the tasks cost?', 'cost'],
  ["Maria and Bruno's tasks", 'Maria'],
  ['tasks between Monday and Friday', 'between'],
  ['Casa Azul: which tasks are open?', 'Casa'],
  ['Regarding the pool, which tasks are open?', 'Regarding'],
  ['Which team has urgent tasks?', 'team'],
  ['tasks without a schedule', 'schedule'],
  ['Which tasks are running?', 'running'],
] as const)('no word of the question is passed over: %s', async ([said, word]) => {
  const { calls, text } = await converse(said)
  expect([calls, text]).toEqual([[], expect.stringContaining(`I cannot tell which tasks are meant by "${word}"`)])
})

test('not urgent is everything else, and it is said of how many', async () => {
  const task = (priority: string) => ({ shortId: 'TK-1', title: priority, status: 'OPEN', priority })
  const items = ['URGENT', 'HIGH', 'NORMAL', 'LOW'].map(task)
  const { text } = await converse('Which tasks are not urgent?', { list_tasks: listOf(...items) })
  expect(text).toMatch(/^3 open, not urgent tasks:\n.*HIGH.*\n.*NORMAL.*\n.*LOW.*$/)
  const many = await converse('Which tasks are not urgent?', { list_tasks: { items, total: 320 } })
  expect(many.text).toMatch(/^3 open, not urgent tasks \(among the first 4 of 320 open tasks\):\n/)
})

test('the answer says which state it is about, and that it knows no time of day', async () => {
  expect((await converse('Which tasks are not late?')).text).toBe('There are no open, not overdue tasks.')
  expect((await converse('tasks in progress at 3 pm today')).text).toBe(
    'There are no in progress tasks (today, at any time of day).',
  )
  expect((await converse('Any arrivals at noon?')).text).toBe('There are no check-ins (today, at any time of day).')
})

test('what is completed already is not completed again', async () => {
  const task = { id: 't-12', shortId: 'TK-12', title: 'Fix the tap', status: 'COMPLETED', priority: 'NORMAL' }
  const { calls, text } = await converse('complete TK-12', { list_tasks: listOf(task) })
  expect(calls.map(([name]) => name)).toEqual(['list_tasks'])
  expect(text).toBe('TK-12 "Fix the tap" is completed already.')
})
