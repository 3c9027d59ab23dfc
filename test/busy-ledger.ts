import type pg from 'pg'

/** A task of the soak, and what was acknowledged about it. */
export interface TaskNote {
  id: string
  title: string
  /** Acknowledged changes; each raises the version by one and has one event. */
  changes: number
  isDeleted: boolean
  isCompleted: boolean
  comments: string[]
  items: { id: string; externalId: string; isOpen: boolean }[]
  costs: string[]
  photos: string[]
  tagIds: Set<string>
}

export interface Ledger {
  tasks: TaskNote[]
  /** Asked for without an Idempotency-Key, and the answer did not say whether it is there: once, or not at all. */
  doubtful: string[]
}

export const PREFIX = 'Soak '

export function noteOf(id: string, title: string, tagIds: string[]): TaskNote {
  return {
    id,
    title,
    changes: 0,
    isDeleted: false,
    isCompleted: false,
    comments: [],
    items: [],
    costs: [],
    photos: [],
    tagIds: new Set(tagIds),
  }
}

interface StoredTask {
  id: string
  title: string
  version: number
  isDeleted: boolean
  isCompleted: boolean
  comments: string[]
  items: string[]
  costs: string[]
  photos: string[]
  tagIds: string[]
  events: number
}

/** What was acknowledged and is not there exactly once, and what is there and was never asked for; a line each. */
export async function wrongIn(client: pg.Client, { tasks, doubtful }: Ledger): Promise<string[]> {
  const stored = new Map<string, StoredTask[]>()
  for (const row of await storedTasks(client)) stored.set(row.title, [...(stored.get(row.title) ?? []), row])
  const wrong: string[] = []
  for (const note of tasks) {
    const [row, ...more] = stored.get(note.title) ?? []
    stored.delete(note.title)
    if (!row || more.length > 0) wrong.push(`${note.title} is there ${more.length + (row ? 1 : 0)} times`)
    else wrong.push(...differences(note, row))
  }
  for (const title of doubtful) {
    const copies = stored.get(title)?.length ?? 0
    stored.delete(title)
    if (copies > 1) wrong.push(`${title}, in doubt, is there ${copies} times`)
  }
  for (const title of stored.keys()) wrong.push(`${title} was never asked for`)
  return wrong
}

async function storedTasks(client: pg.Client): Promise<StoredTask[]> {
  const texts = (column: string, table: string): string =>
    `array(select ${column} from ${table} x where x.workspace_id = t.workspace_id and x.task_id = t.id order by 1)`
  const { rows } = await client.query(
    `select t.id, t.title, t.version, t.deleted_at is not null as "isDeleted", t.status = 'COMPLETED' as "isCompleted",
      ${texts('content', 'task_comments')} as comments, ${texts('external_id', 'task_checklist_items')} as items,
      ${texts('description', 'task_cost_items')} as costs, ${texts('external_id', 'task_attachments')} as photos,
      ${texts('tag_id::text', 'task_tag_links')} as "tagIds", coalesce(e.count, 0)::int as events
    from tasks t left join (select task_id, count(*) from soak.events group by 1) e on e.task_id = t.id::text
    where t.title like $1`,
    [`${PREFIX}%`],
  )
  return rows as StoredTask[]
}

function differences(note: TaskNote, row: StoredTask): string[] {
  const asked = {
    id: note.id,
    version: 1 + note.changes,
    isDeleted: note.isDeleted,
    isCompleted: note.isCompleted,
    comments: note.comments.toSorted(),
    items: note.items.map(({ externalId }) => externalId).toSorted(),
    costs: note.costs.toSorted(),
    photos: note.photos.toSorted(),
    tagIds: [...note.tagIds].toSorted(),
    events: 1 + note.changes + note.comments.length,
  }
  return Object.entries(asked)
    .map(([field, value]) => ({ field, value: String(value), is: String(row[field as keyof typeof asked]) }))
    .filter(({ value, is }) => value !== is)
    .map(({ field, value, is }) => `${note.title}: ${field} is ${is || 'nothing'}, not ${value || 'nothing'}`)
}
