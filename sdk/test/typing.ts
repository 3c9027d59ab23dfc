// Not run: the compiler proves that mistakes do not compile.
import {
  createClient,
  isCompletionBlocked,
  isProblem,
  type ChangeOptions,
  type CreateTaskQuery,
  type GetTaskQuery,
  type ListTasksQuery,
  type Task,
  type TaskUpdate,
  type UpdateTaskQuery,
} from '../src/client.ts'

const client = createClient({ baseUrl: 'https://app.example.com', apiKey: 'ink_x', workspaceId: 'seaside-homes' })
const restricted = createClient({ baseUrl: 'https://app.example.com', restricted: true })

export async function mistakes(): Promise<void> {
  // @ts-expect-error a field that does not exist
  await client.tasks.create({ tittle: 'X', departmentId: 'd' })
  // @ts-expect-error a required field that is missing
  await client.tasks.create({ title: 'X' })
  // @ts-expect-error a value that is not one of the list
  await client.tasks.update('t', { status: 'DONE' })
  // @ts-expect-error null where the field cannot be cleared
  await client.tasks.update('t', { title: null })
  // @ts-expect-error a filter that does not exist
  await client.tasks.list({ state: 'OPEN' })
  // @ts-expect-error a part that cannot be included
  await client.tasks.get('t', { include: ['guests'] })
  // @ts-expect-error the date is required
  await client.tasks.getDailyWorkOrders()
  // @ts-expect-error a read takes no Idempotency-Key
  await client.tasks.list({}, { idempotencyKey: 'k' })
  // @ts-expect-error a create is not conditional
  await client.tasks.create({ title: 'X', departmentId: 'd' }, { ifMatch: 3 })
  // @ts-expect-error the place in a list is the iterator's business
  client.tasks.listAll({ offset: 3 })
  // @ts-expect-error a part that was not asked for may be missing
  void (await client.tasks.get('t', { include: ['tags'] })).assignees.length
  // @ts-expect-error a restricted key does not see the city
  void (await restricted.properties.get('p')).city
}

export async function whatIsRight(task: Task): Promise<string | null> {
  const changes: TaskUpdate = { status: 'IN_PROGRESS', summary: null }
  const changed = await client.tasks.update(task.id, changes, { ifMatch: task.version, include: ['assignees'] })
  const again = await client.tasks.update(task.id, { ...changed, title: 'Y' }, { ifMatch: changed })
  return again.property?.city ?? again.assignees?.[0]?.name ?? (await client.properties.get('p')).city
}

/** What was asked for by name is there, and what may be undefined is the same as left out. */
export async function whatIsComfortable(settings: { key?: string }, text?: string): Promise<number> {
  const own = createClient({ baseUrl: 'https://app.example.com', apiKey: settings.key, workspaceId: text })
  const made = await own.tasks.create({ title: 'X', departmentId: 'd', description: text }, { include: ['assignees'] })
  const read = await own.tasks.get('t', { include: ['assignees', 'costItems'] }, { requestId: text })
  const page = await own.tasks.list({ q: text, include: ['tags'] })
  let count = made.assignees.length + read.costItems.length + (page.items[0]?.tags.length ?? 0) + page.pagination.total
  for await (const { comments } of own.tasks.listAll({ q: text, include: ['comments'] })) count += comments.length
  return count
}

/** What is only known when it runs promises nothing. */
export async function whatIsNotPromised(many: 'tags'[], one: 'tags' | 'assignees', perhaps: ['tags'?]): Promise<void> {
  // @ts-expect-error none of the list may be there
  void (await client.tasks.get('t', { include: many })).tags.length
  // @ts-expect-error it may be the other one
  void (await client.tasks.get('t', { include: [one] })).tags.length
  // @ts-expect-error it may be left out
  void (await client.tasks.get('t', { include: perhaps })).tags.length
  // @ts-expect-error the same for each item of a page
  void (await client.tasks.list({ include: [one] })).items[0]?.tags.length
  // What stands beside it by name is there all the same.
  void (await client.tasks.get('t', { include: [one, 'checklist', ...many] })).checklist.length
}

/** Parts that are asked for now and then: undefined asks for none, and promises none. */
export async function whatIsAskedForPerhaps(isWanted: boolean): Promise<void> {
  const include = isWanted ? (['tags'] as const) : undefined
  const read = await client.tasks.get('t', { include: isWanted ? ['tags'] : undefined })
  void read.tags?.length
  // @ts-expect-error it may not have been asked for
  void read.tags.length
  // @ts-expect-error the same for each item of a page
  void (await client.tasks.list({ q: 'x', include })).items[0]?.tags.length
  // @ts-expect-error the same for a write
  void (await client.tasks.update('t', {}, { ifMatch: 1, include })).tags.length
  // @ts-expect-error the same for what was made
  void (await client.tasks.create({ title: 'X', departmentId: 'd' }, { include })).tags.length
  // @ts-expect-error the same for all pages
  for await (const { tags } of client.tasks.listAll({ include })) void tags.length
  void (await client.tasks.get('t', { include: isWanted ? ['tags'] : ['tags', 'assignees'] })).tags.length
  void (await client.tasks.get('t', { include: undefined })).tags?.length
  // @ts-expect-error a part that cannot be included
  await client.tasks.get('t', { include: isWanted ? ['guests'] : undefined })
}

interface Wanted extends ListTasksQuery {
  q: string
}

interface Read extends GetTaskQuery {
  include: ['tags']
}

interface Made extends CreateTaskQuery {
  include?: ['tags']
}

interface Changed extends UpdateTaskQuery, ChangeOptions {}

/** A query has a name: it is filled step by step, extended and handed on. */
export async function whatIsFilledLater(isWanted: boolean, wanted: Wanted, read: Read, made: Made): Promise<void> {
  const query: ListTasksQuery = { q: 'x' }
  const options: Changed = { ifMatch: 1 }
  if (isWanted) query.include = ['tags']
  if (isWanted) options.include = ['tags']
  const one: GetTaskQuery<['tags']> = {}
  one.include = ['tags']
  void (await client.tasks.list(wanted)).items[0]?.tags?.length
  void (await client.tasks.get('t', read)).tags.length
  // @ts-expect-error it may not have been asked for
  void (await client.tasks.list(query)).items[0]?.tags.length
  // @ts-expect-error the same for all pages
  for await (const { tags } of client.tasks.listAll(query)) void tags.length
  // @ts-expect-error the same for one
  void (await client.tasks.get('t', one)).tags.length
  // @ts-expect-error the same for a write
  void (await client.tasks.update('t', {}, options)).tags.length
  // @ts-expect-error the same for what was made
  void (await client.tasks.create({ title: 'X', departmentId: 'd' }, made)).tags.length
  // @ts-expect-error a part that cannot be included
  query.include = ['guests']
}

export function whatIsKnownOf(error: unknown): string {
  if (isCompletionBlocked(error)) return error.blockers.map(({ kind, title }) => `${kind} ${title}`).join()
  // @ts-expect-error a code that the service does not have
  if (isProblem(error, 'on_fire')) return ''
  if (isProblem(error, 'rate_limited', 'unavailable')) {
    const code: 'rate_limited' | 'unavailable' = error.code
    return code
  }
  return isProblem(error) ? error.errors.map(({ pointer, message }) => `${pointer}: ${message}`).join() : ''
}
