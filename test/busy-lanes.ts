import { randomUUID } from 'node:crypto'
import type { Answer } from './client.ts'
import type { Callers } from './busy-caller.ts'
import { noteOf, PREFIX, type Ledger, type TaskNote } from './busy-ledger.ts'

/** What the demo has that tasks can name. */
export interface Surroundings {
  userIds: string[]
  departmentIds: string[]
  propertyIds: string[]
  tagIds: string[]
  photoUrl: string
}

export interface Lane {
  callers: Callers
  around: Surroundings
  ledger: Ledger
  number: number
  /** Tasks that only this lane changes, so that it knows what they must look like. */
  own: TaskNote[]
  /** Tasks that every lane changes. */
  hot: TaskNote[]
  turns: number
}

const OWN_MAX = 12
const ALL_PARTS = 'costItems,assignees,checklist,tags,attachments,comments'

const any = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
const sometimes = (share: number): boolean => Math.random() < share
const day = (): string => new Date(Date.now() + Math.floor(Math.random() * 14) * 86_400_000).toISOString().slice(0, 10)

/** A refusal is foreseen by its code: any other of the same status is a fault. */
function expectStatus(lane: Lane, what: string, answer: Answer, ...expected: (number | string)[]): boolean {
  if (expected.includes(answer.status) || expected.includes(answer.body?.code)) return answer.status < 300
  lane.callers.faults.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return false
}

/** One of the lane's tasks that is there, or a new one. */
async function task(lane: Lane, isFit: (note: TaskNote) => boolean = () => true): Promise<TaskNote | undefined> {
  const fit = lane.own.filter((note) => !note.isDeleted && isFit(note))
  return fit.length > 0 ? any(fit) : createTask(lane)
}

async function createTask(lane: Lane): Promise<TaskNote | undefined> {
  const { callers, around, ledger } = lane
  const title = `${PREFIX}${lane.number}-${lane.turns}`
  const parents = lane.own.filter(({ isDeleted, isCompleted }) => !isDeleted && !isCompleted)
  const tagIds = sometimes(0.3) ? [any(around.tagIds)] : []
  const body = {
    title,
    departmentId: any(around.departmentIds),
    description: `About ${title}`,
    tagIds,
    ...(sometimes(0.5) ? { propertyId: any(around.propertyIds) } : {}),
    ...(sometimes(0.5) ? { scheduledDate: day(), scheduledTime: '10:30' } : {}),
    ...(sometimes(0.2) ? { useDefaultAssignees: true } : {}),
    ...(sometimes(0.3) ? { primaryUserId: any(around.userIds) } : {}),
    ...(sometimes(0.15) && parents.length > 0 ? { parentTaskId: any(parents).id } : {}),
  }
  const call = { method: 'POST', path: '/tasks', body }
  const isKeyed = !sometimes(0.1)
  const answer = isKeyed
    ? await callers.ask('create', { ...call, key: randomUUID() })
    : await callers.askOnce('create', call)
  if (!answer) return void ledger.doubtful.push(title)
  if (!expectStatus(lane, 'create', answer, 201)) return undefined
  const note = noteOf(answer.body.id, title, tagIds)
  ledger.tasks.push(note)
  lane.own.push(note)
  // The oldest is left as it is: what was acknowledged about it stays in the ledger.
  if (lane.own.length > OWN_MAX) lane.own.shift()
  return note
}

async function read(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note) return
  const answer = await lane.callers.ask('read', { method: 'GET', path: `/tasks/${note.id}?include=${ALL_PARTS}` })
  if (!expectStatus(lane, 'read', answer, 200)) return
  const { version, commentCount, checklist } = answer.body
  const wanted = [1 + note.changes, note.comments.length, note.items.length]
  if (String([version, commentCount, checklist.length]) !== String(wanted)) {
    lane.callers.faults.push(`read: ${note.title} is ${[version, commentCount, checklist.length]}, not ${wanted}`)
  }
}

async function list(lane: Lane): Promise<void> {
  const { departmentIds, propertyIds } = lane.around
  const query = any([
    'limit=50',
    'limit=50&sort=-updatedAt&include=assignees,tags',
    `status=SCHEDULED&departmentId=${any(departmentIds)}`,
    `scheduledFrom=${day()}&sort=scheduledDate&limit=20`,
    `propertyId=${any(propertyIds)}&include=costItems,comments&limit=20`,
    'departmentKind=field_ops&priority=HIGH&limit=10',
  ])
  expectStatus(lane, 'list', await lane.callers.ask('list', { method: 'GET', path: `/tasks?${query}` }), 200)
}

async function search(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note) return
  const path = `/tasks?q=${encodeURIComponent(`about ${note.title}`)}&limit=100`
  const answer = await lane.callers.ask('search', { method: 'GET', path })
  if (!expectStatus(lane, 'search', answer, 200)) return
  if (!answer.body.items.some(({ id }: TaskNote) => id === note.id)) {
    lane.callers.faults.push(`search: ${note.title} was not found`)
  }
}

async function lookAround(lane: Lane): Promise<void> {
  const paths = ['/properties', '/departments', '/users', '/task-tags', `/tasks/daily-work-orders?date=${day()}`]
  const path = any(paths)
  const name = path.includes('work-orders') ? 'work orders' : 'other lists'
  expectStatus(lane, path, await lane.callers.ask(name, { method: 'GET', path }), 200)
}

async function readParts(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note) return
  const [part, isConsole] = any([
    ['checklist-items', false],
    ['attachments', false],
    ['comments', true],
    ['activity', true],
    ['cost-items', true],
    ['dependencies', true],
  ] as const)
  const answer = await lane.callers.ask('parts', { method: 'GET', path: `/tasks/${note.id}/${part}`, isConsole })
  expectStatus(lane, part, answer, 200)
}

/** A write on a task of this lane. Answers whether it was done; then the version is one higher unless told otherwise. */
async function write(
  lane: Lane,
  note: TaskNote,
  {
    operation,
    method,
    path = '',
    body,
    isConsole,
    refusals = [],
  }: {
    operation: string
    method: string
    path?: string
    body?: unknown
    isConsole?: boolean
    refusals?: string[]
  },
): Promise<Answer | undefined> {
  const call = { method, path: `/tasks/${note.id}${path}`, body, isConsole, key: randomUUID() }
  const answer = await lane.callers.ask(operation, call)
  return expectStatus(lane, operation, answer, 200, 201, ...refusals) ? answer : undefined
}

async function change(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note) return
  const body = {
    priority: any(['LOW', 'NORMAL', 'HIGH']),
    summary: `Turn ${lane.turns}`,
    customFields: { [`turn${lane.turns % 5}`]: lane.turns },
    ...(sometimes(0.3) ? { scheduledDate: day() } : {}),
  }
  if (await write(lane, note, { operation: 'update', method: 'PATCH', body })) note.changes += 1
}

async function changeHot(lane: Lane): Promise<void> {
  const note = any(lane.hot)
  const body = { summary: `Lane ${lane.number}` }
  if (await write(lane, note, { operation: 'update hot', method: 'PATCH', body })) note.changes += 1
}

async function putBack(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note) return
  const got = await lane.callers.ask('read', { method: 'GET', path: `/tasks/${note.id}?include=${ALL_PARTS}` })
  if (!expectStatus(lane, 'read', got, 200)) return
  const body = { ...got.body, summary: `Put back in turn ${lane.turns}` }
  if (await write(lane, note, { operation: 'put', method: 'PUT', body })) note.changes += 1
}

async function complete(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note) return
  const status = note.isCompleted ? 'IN_PROGRESS' : 'COMPLETED'
  const body = { status, summary: 'All done' }
  // Parts and wholes belong to the same lane, but it does not look which of them is done.
  const refusals = note.isCompleted ? ['needed_by_completed'] : ['completion_blocked']
  const done = await write(lane, note, { operation: 'complete', method: 'PATCH', body, refusals })
  if (!done) return
  note.changes += 1
  note.isCompleted = !note.isCompleted
}

async function addItem(lane: Lane): Promise<void> {
  const note = await task(lane, ({ isCompleted }) => !isCompleted)
  if (!note) return
  const externalId = `item-${lane.number}-${lane.turns}`
  const body = { externalSource: 'soak', externalId, actionUrl: 'https://partner.example/x', blocksCompletion: true }
  const answer = await write(lane, note, { operation: 'checklist add', method: 'POST', path: '/checklist-items', body })
  if (!answer) return
  note.changes += 1
  note.items.push({ id: answer.body.id, externalId, isOpen: true })
}

async function tickItem(lane: Lane): Promise<void> {
  const note = await task(lane, ({ items }) => items.some(({ isOpen }) => isOpen))
  const item = note?.items.find(({ isOpen }) => isOpen)
  if (!note || !item) return
  const path = sometimes(0.5)
    ? `/checklist-items/${item.id}/complete`
    : `/checklist-items/external/soak/${item.externalId}/complete`
  if (!(await write(lane, note, { operation: 'checklist complete', method: 'POST', path }))) return
  note.changes += 1
  item.isOpen = false
}

async function tag(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note) return
  const tagId = any(lane.around.tagIds)
  const isOn = note.tagIds.has(tagId)
  const isPut = sometimes(0.6)
  const [operation, method] = isPut ? ['tag on', 'PUT'] : ['tag off', 'DELETE']
  if (!(await write(lane, note, { operation, method, path: `/tags/${tagId}` }))) return
  if (isOn !== isPut) note.changes += 1
  if (isPut) note.tagIds.add(tagId)
  else note.tagIds.delete(tagId)
}

async function comment(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note) return
  const content = `Comment ${lane.number}-${lane.turns}`
  const call = { operation: 'comment', method: 'POST', path: '/comments', body: { content }, isConsole: true }
  if (await write(lane, note, call)) note.comments.push(content)
}

async function addCost(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note) return
  const description = `Cost ${lane.number}-${lane.turns}`
  const body = { amount: 12.5, billToType: 'OWNER', description }
  const call = { operation: 'cost item', method: 'POST', path: '/cost-items', body, isConsole: true }
  if (!(await write(lane, note, call))) return
  note.changes += 1
  note.costs.push(description)
}

async function attach(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note) return
  const externalId = `photo-${lane.number}-${lane.turns}`
  const body = { sourceUrl: lane.around.photoUrl, externalSource: 'soak', externalId }
  if (!(await write(lane, note, { operation: 'attach', method: 'POST', path: '/attachments', body }))) return
  note.changes += 1
  note.photos.push(externalId)
}

async function remove(lane: Lane): Promise<void> {
  const note = await task(lane)
  if (!note || !(await write(lane, note, { operation: 'delete', method: 'DELETE' }))) return
  note.changes += 1
  note.isDeleted = true
}

async function restore(lane: Lane): Promise<void> {
  const note = lane.own.find(({ isDeleted }) => isDeleted)
  if (!note) return remove(lane)
  const call = {
    operation: 'restore',
    method: 'POST',
    path: '/restore',
    isConsole: true,
    refusals: ['parent_closed', 'needed_by_completed'],
  }
  if (!(await write(lane, note, call))) return
  note.changes += 1
  note.isDeleted = false
}

const MIX: [weight: number, turn: (lane: Lane) => Promise<unknown>][] = [
  [16, read],
  [12, list],
  [6, search],
  [4, lookAround],
  [6, readParts],
  [10, createTask],
  [12, change],
  [4, changeHot],
  [3, putBack],
  [6, complete],
  [5, addItem],
  [5, tickItem],
  [5, tag],
  [5, comment],
  [3, addCost],
  [2, attach],
  [3, remove],
  [2, restore],
]
const TURNS = MIX.flatMap(([weight, turn]) => Array.from({ length: weight }, () => turn))

/** Turn after turn until the time; the last one is finished. */
export async function runLane(lane: Lane, until: () => boolean): Promise<void> {
  while (!until()) {
    lane.turns += 1
    await any(TURNS)(lane)
  }
}
