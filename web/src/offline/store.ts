import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Action } from '../task/action.ts'
import { memory, remember } from './memory.ts'
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
  /** The phone would not store it: it is lost when the page is closed before it is sent. */
  isUnsaved?: boolean
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
  /** Only the end of an expired link is left. */
  isEmptied?: true
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
  opened.catch(() => (opened = undefined))
  return opened
}

/** What the store says; where it is closed to us or full, what the page itself remembers. */
async function orElse<T>(work: (database: IDBPDatabase<Phone>) => Promise<T>, otherwise: () => T): Promise<T> {
  try {
    return await work(await phone())
  } catch {
    return otherwise()
  }
}

export async function keptAnswer<T>(link: string): Promise<(Kept & { answer: T }) | undefined> {
  return (await keptOf(link)) as (Kept & { answer: T }) | undefined
}

async function keptOf(link: string): Promise<Kept | undefined> {
  const remembered = memory.answers.get(link)
  return (
    remembered ??
    orElse<Kept | undefined>(
      (database) => database.get('kept', link),
      () => undefined,
    )
  )
}

/** Says no to an answer that was asked for before an action was taken: it may not know of that yet. */
export async function keepAnswer(link: string, answer: unknown, askedAt: number): Promise<boolean> {
  const next = { answer, keptAt: Date.now() }
  // A time that is still to come was written before the phone's clock was set back: it says nothing.
  const isCurrent = (settledAt = 0): boolean => settledAt < askedAt || settledAt > next.keptAt
  if (!isCurrent(memory.answers.get(link)?.settledAt)) return false
  const keep = async (database: IDBPDatabase<Phone>): Promise<boolean> => {
    const write = database.transaction('kept', 'readwrite')
    const settledAt = (await write.store.get(link))?.settledAt
    if (isCurrent(settledAt)) await write.store.put({ ...next, settledAt }, link)
    await write.done
    memory.answers.delete(link)
    return isCurrent(settledAt)
  }
  return orElse(keep, () => {
    memory.answers.set(link, next)
    return true
  })
}

export async function forgetAnswer(link: string): Promise<void> {
  memory.answers.delete(link)
  await orElse(
    (database) => database.delete('kept', link),
    () => {},
  )
}

const KEPT_MILLIS_MAX = 30 * 86_400_000

/** An answer that came after the end by the phone's own clock shows that the clock is wrong: the service was asked. */
export function hasExpired({ answer, keptAt, isEmptied }: Kept): boolean {
  if (isEmptied) return true
  const end = endOf(answer)
  return end !== null && keptAt < Date.parse(end) && Date.parse(end) <= Date.now()
}

function endOf(answer: unknown): string | null {
  return (answer as { link?: { expiresAt: string | null } } | undefined)?.link?.expiresAt ?? null
}

/**
 * Takes off the phone what nobody needs on it any more: it says how to get into a house. What has unsent work beside it
 * stays, and so does what is shown now, unless it has expired. Of a link that has expired its end stays, for the page to
 * say so. Answers whether there was any.
 */
export function sweepKept(shown: string): Promise<boolean> {
  const sweep = async (database: IDBPDatabase<Phone>): Promise<boolean> => {
    const write = database.transaction(['kept', 'outbox'], 'readwrite')
    const store = write.objectStore('kept')
    let isSwept = false
    for (const link of await store.getAllKeys()) {
      const kept = await store.get(link)
      if (!kept) continue
      const isForgotten = kept.keptAt < Date.now() - KEPT_MILLIS_MAX && link !== shown
      if (!isForgotten && (kept.isEmptied || !hasExpired(kept))) continue
      if ((await write.objectStore('outbox').index('link').count(link)) > 0) continue
      isSwept = true
      if (isForgotten) await store.delete(link)
      else await store.put({ ...kept, answer: { link: { expiresAt: endOf(kept.answer) } }, isEmptied: true }, link)
    }
    await write.done
    return isSwept
  }
  return orElse(sweep, () => false)
}

export async function entriesOf(link: string): Promise<Entry[]> {
  const read = async (database: IDBPDatabase<Phone>): Promise<Entry[]> =>
    (await database.getAllFromIndex('outbox', 'link', link)) as Entry[]
  const stored = await orElse(read, () => [])
  const remembered = [...memory.entries.values()].filter((entry) => entry.link === link)
  const waiting = stored.filter(({ id }) => !memory.ended.has(id))
  return remembered.length === 0 ? waiting : [...waiting, ...remembered].toSorted((a, b) => a.createdAt - b.createdAt)
}

/** The links that have something to send. */
export async function linksWaiting(): Promise<string[]> {
  const entries = await (await phone()).getAll('outbox')
  return [...new Set(entries.filter(({ refusal }) => !refusal).map(({ link }) => link))]
}

/** Puts an action at the end of the line, in place of those that it makes needless. */
export async function addEntry(entry: Omit<Entry, 'id'>, replaces: (other: Entry) => boolean): Promise<void> {
  for (const other of memory.entries.values()) {
    if (other.link === entry.link && replaces(other)) memory.entries.delete(other.id)
  }
  const add = async (database: IDBPDatabase<Phone>): Promise<void> => {
    const write = database.transaction('outbox', 'readwrite')
    for (const other of (await write.store.index('link').getAll(entry.link)) as Entry[]) {
      if (replaces(other)) await write.store.delete(other.id)
    }
    await write.store.add(entry)
    await write.done
  }
  await orElse(add, () => remember(entry))
}

export async function putEntry(entry: Entry): Promise<void> {
  if (memory.entries.has(entry.id)) memory.entries.set(entry.id, entry)
  if (entry.isUnsaved) return
  const put = async (database: IDBPDatabase<Phone>): Promise<void> => {
    const write = database.transaction('outbox', 'readwrite')
    // Taken back in the meantime: it must not rise again.
    if ((await write.store.get(entry.id)) !== undefined) await write.store.put(entry)
    await write.done
  }
  await orElse(put, () => {
    memory.ended.add(entry.id)
    memory.entries.set(entry.id, { ...entry, isUnsaved: true })
  })
}

export async function dropEntry(id: number): Promise<void> {
  if (memory.entries.delete(id)) return
  await orElse(
    (database) => database.delete('outbox', id),
    () => void memory.ended.add(id),
  )
}

/** The server is done with it: the entry goes, the kept answer shows its effect and what is left waits, all or nothing. */
export async function settleEntry<T>(entry: Entry, effect: (answer: T) => T, left?: Action): Promise<void> {
  const { link, address } = entry
  const next = left && { link, address, key: newKey(), action: left, createdAt: Date.now() }
  const after = (kept: Kept): Kept => ({ ...kept, answer: effect(kept.answer as T), settledAt: Date.now() })
  const remembered = memory.answers.get(link)
  const settle = async (database: IDBPDatabase<Phone>): Promise<void> => {
    const write = database.transaction(['kept', 'outbox'], 'readwrite')
    const kept = await write.objectStore('kept').get(link)
    if (kept) await write.objectStore('kept').put(after(kept), link)
    await write.objectStore('outbox').delete(entry.id)
    if (next) await write.objectStore('outbox').add(next)
    await write.done
    if (remembered) memory.answers.set(link, after(remembered))
  }
  const before = remembered ?? (await keptOf(link))
  await orElse(settle, () => {
    if (before) memory.answers.set(link, after(before))
    if (next) remember(next)
    memory.ended.add(entry.id)
  })
  memory.entries.delete(entry.id)
}
