import { expect, test } from 'vitest'
import { converse, DEPARTMENTS, HOMES, PEOPLE, TODAY, type Json } from '#test/rule-talk.ts'

const TOMORROW = '2026-11-16'
const FRIDAY = '2026-11-20'

const tasks = (filter: Json = {}): [string, Json] => ['list_tasks', { isOpen: true, ...filter, limit: 50 }]
const stays = (day: string): [string, Json] => ['list_reservations', { from: day, to: day, limit: 50 }]
const hours = (day: string): [string, Json] => ['get_workload', { from: day, to: day, kind: 'user', limit: 50 }]
const homes: [string, Json] = ['list_properties', { limit: 50 }]
const people: [string, Json] = ['list_people', { limit: 50 }]
const talks: [string, Json] = ['list_conversations', { limit: 20 }]
const departments: [string, Json] = ['list_departments', {}]

/** With the call that answers them. */
const ANSWERED: Record<string, [string, Json]> = {
  "Good morning, what are today's tasks?": tasks({ scheduledDate: TODAY }),
  'Hi Ana, which tasks are open?': tasks(),
  'todays tasks': tasks({ scheduledDate: TODAY }),
  'todays urgent tasks': tasks({ scheduledDate: TODAY, priority: 'URGENT' }),
  'Show me tomorrows tasks': tasks({ scheduledDate: TOMORROW }),
  'show urgent': tasks({ priority: 'URGENT' }),
  'list urgent': tasks({ priority: 'URGENT' }),
  'show me the urgent ones': tasks({ priority: 'URGENT' }),
  'List the high priority ones, please': tasks({ priority: 'HIGH' }),
  "I'd like to see tomorrow's tasks": tasks({ scheduledDate: TOMORROW }),
  'What is on the schedule for tomorrow?': tasks({ scheduledDate: TOMORROW }),
  "What's on today's agenda?": tasks({ scheduledDate: TODAY }),
  'Give me a list of the current tasks': tasks(),
  "Give me an overview of today's tasks": tasks({ scheduledDate: TODAY }),
  'Which tasks are running late?': tasks({ isLate: true }),
  'The guests are angry, which tasks are late?': tasks({ isLate: true }),
  "Show me today's tasks, I am planning the week": tasks({ scheduledDate: TODAY }),
  'Which are the most urgent tasks?': tasks({ priority: 'URGENT' }),
  'Which tasks are most urgent?': tasks({ priority: 'URGENT' }),
  "What are the team's tasks today?": tasks({ scheduledDate: TODAY }),
  'Which tasks must be done on time today?': tasks({ scheduledDate: TODAY }),
  'Which tasks need to be done in time for the check-in today?': tasks({ scheduledDate: TODAY }),
  'Show me the cleaning tasks for today': tasks({ scheduledDate: TODAY, departmentId: 'd-house' }),
  'what is due tomorrow morning': tasks({ scheduledDate: TOMORROW }),
  "What's planned for Friday afternoon?": tasks({ scheduledDate: FRIDAY }),
  'Which tasks are there late in the afternoon tomorrow?': tasks({ scheduledDate: TOMORROW }),
  "What's scheduled for Monday morning at Casa Azul?": tasks({ scheduledDate: TOMORROW, propertyId: 'p-azul' }),
  'Which check-outs are there tomorrow morning?': stays(TOMORROW),
  'Which guests leave this morning?': stays(TODAY),
  'Good morning! Which check-ins do we have today?': stays(TODAY),
  "It's raining. Which check-ins do we have today?": stays(TODAY),
  'Show me all current reservations': stays(TODAY),
  'Show current guests': stays(TODAY),
  'Which guests are currently in house?': stays(TODAY),
  'Which properties do we manage?': homes,
  'How many homes are there in total?': homes,
  'List all staff members': people,
  'Show me all team members': people,
  'List everyone on the team': people,
  'Who are my colleagues?': people,
  'Give me the names of all vendors': ['list_people', { limit: 50, kind: 'vendor' }],
  'List of people working here': people,
  'Show my inbox': talks,
  "What's in my inbox?": talks,
  'Check my messages': talks,
  'Open the inbox': talks,
  'List all the departments in the company': departments,
  'Show me the names of the departments': departments,
  "Who isn't busy tomorrow?": hours(TOMORROW),
  'Is anyone not busy tomorrow?': hours(TOMORROW),
  "I don't know who is free tomorrow, can you check?": hours(TOMORROW),
  "The boiler doesn't work at Casa Azul, who can help?": hours(TODAY),
}

test.for(Object.entries(ANSWERED))('words that tell nothing apart do not keep it from answering: %s', async (row) => {
  const [said, expected] = row
  const { calls } = await converse(said, {
    list_departments: DEPARTMENTS,
    list_properties: HOMES,
    list_people: PEOPLE,
  })
  expect(calls.at(-1)).toEqual(expected)
})

test('a part of the day is not claimed to be looked at', async () => {
  expect((await converse('what is due tomorrow morning')).text).toBe(
    'There are no open tasks (tomorrow, at any time of day).',
  )
  expect((await converse('Which guests leave this morning?')).text).toBe(
    'There are no check-outs (today, at any time of day).',
  )
})
