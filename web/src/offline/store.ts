import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Action } from '../task/action.ts'
import { newKey } from './new-key.ts'

/** Something done on the phone that the server has not taken yet. */
export interface Entry {
  id: number
  link: string
  /** Address of the shared task, to which the action is sent. */
  address: string
  /** The Idempotency-Key: the same for every try. */
  key: string
  action: Action
  createdAt: number
  /** Why the server does not take it; undefined while it waits. */
  refusal?: Refusal
}

interface Refusal {
  status: number
  code: string
  detail: string
}

interface Kept {
  answer: unknown
  keptAt: number
  /** When an action was last taken and its effect put on the answer. */
  settledAt?: number
}

interface Phone extends DBSchema {
  /** The last answer of each link, by the id of the link. */
  kept: { key: string; value: Kept }
  outbox: { key: number; value: Omit<Entry, 'id'> & { id?: number }; indexes: { link: string } }
}

let opened: Promise<IDBPDatabase<Phone>> | undefined

function phone(): Promise<IDBPDatabase<Phone>> {
  opened ??= openDB<Phone>('innkeeper-links', 1, {
    upgrade(database) {
      database.createObjectStore('kept')
      database.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true }).createIndex('link', 'link')
    },
    // A newer edition of the page waits for this one to let go.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opened = undefined),
  })
  return opened
}

export async function keptAnswer<T>(link: string): Promise<{ answer: T; keptAt: number } | undefined> {
  return (await (await phone()).get('kept', link)) as { answer: T; keptAt: number } | undefined
}

/** Says no to an answer that was asked for before an action was taken: it may not know of that yet. */
export async function keepAnswer(link: string, answer: unknown, askedAt: number): Promise<boolean> {
  const write = (await phone()).transaction('kept', 'readwrite')
  const settledAt = (await write.store.get(link))?.settledAt
  const isCurrent = settledAt === undefined || settledAt < askedAt
  if (isCurrent) await write.store.put({ answer, keptAt: Date.now(), settledAt }, link)
  await write.done
  return isCurrent
}

export async function forgetAnswer(link: string): Promise<void> {
  await (await phone()).delete('kept', link)
}

export async function entriesOf(link: string): Promise<Entry[]> {
  return (await (await phone()).getAllFromIndex('outbox', 'link', link)) as Entry[]
}

/** The links that have something to send. */
export async function linksWaiting(): Promise<string[]> {
  const entries = await (await phone()).getAll('outbox')
  return [...new Set(entries.filter(({ refusal }) => !refusal).map(({ link }) => link))]
}

/** Puts an action at the end of the line, in place of those that it makes needless. */
export async function addEntry(entry: Omit<Entry, 'id'>, replaces: (other: Entry) => boolean): Promise<void> {
  const write = (await phone()).transaction('outbox', 'readwrite')
  for (const other of (await write.store.index('link').getAll(entry.link)) as Entry[]) {
    if (replaces(other)) await write.store.delete(other.id)
  }
  await write.store.add(entry)
  await write.done
}

export async function putEntry(entry: Entry): Promise<void> {
  const write = (await phone()).transaction('outbox', 'readwrite')
  // Taken back in the meantime: it must not rise again.
  if ((await write.store.get(entry.id)) !== undefined) await write.store.put(entry)
  await write.done
}

export async function dropEntry(id: number): Promise<void> {
  await (await phone()).delete('outbox', id)
}

/** The server is done with it: the entry goes, the kept answer shows its effect and what is left waits, all or nothing. */
export async function settleEntry<T>(entry: Entry, effect: (answer: T) => T, left?: Action): Promise<void> {
  const write = (await phone()).transaction(['kept', 'outbox'], 'readwrite')
  const kept = await write.objectStore('kept').get(entry.link)
  if (kept) {
    await write
      .objectStore('kept')
      .put({ ...kept, answer: effect(kept.answer as T), settledAt: Date.now() }, entry.link)
  }
  await write.objectStore('outbox').delete(entry.id)
  if (left) {
    const { link, address } = entry
    await write.objectStore('outbox').add({ link, address, key: newKey(), action: left, createdAt: Date.now() })
  }
  await write.done
}
