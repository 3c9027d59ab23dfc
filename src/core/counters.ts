import { randomInt } from 'node:crypto'
import { one, type Db } from './db.ts'
import { sql } from './sql.ts'

/** Numbers counted per workspace, such as the one in TK-<n>: unique, never used again, gaps allowed. */
export interface Counters {
  /** `inside` is the caller's own connection, used where the database is one session. */
  next(inside: Db, workspaceId: string, name: string): Promise<number>
}

interface Waiting {
  resolve(number: number): void
  reject(error: unknown): void
}

/**
 * Takes as many numbers as callers wait for, in a statement of its own on a connection aside: creations in one
 * workspace then do not queue behind each other's transactions. Without a connection aside it counts in the caller's.
 */
export function openCounters(aside: Db | undefined): Counters {
  const queues = new Map<string, Waiting[]>()

  async function serve(db: Db, key: string, workspaceId: string, name: string): Promise<void> {
    for (;;) {
      const batch = queues.get(key) ?? []
      if (batch.length === 0) return void queues.delete(key)
      queues.set(key, [])
      try {
        const last = await take(db, workspaceId, name, batch.length)
        batch.forEach(({ resolve }, index) => resolve(last - batch.length + 1 + index))
      } catch (error) {
        batch.forEach(({ reject }) => reject(error))
      }
    }
  }

  return {
    next(inside, workspaceId, name) {
      if (!aside) return take(inside, workspaceId, name, 1)
      const key = `${name}:${workspaceId}`
      const queue = queues.get(key)
      return new Promise((resolve, reject) => {
        if (queue) return void queue.push({ resolve, reject })
        queues.set(key, [{ resolve, reject }])
        queueMicrotask(() => void serve(aside, key, workspaceId, name))
      })
    },
  }
}

/**
 * For a rehearsal, which is rolled back: it uses up no number, and locks no counter that others wait for. Numbers below
 * zero are given to nobody else, so none is there twice.
 */
export const untaken: Counters = {
  next: async () => -randomInt(1, 2 ** 31),
}

async function take(db: Db, workspaceId: string, name: string, count: number): Promise<number> {
  const row = await one<{ last: number }>(
    db,
    sql`
    insert into counters as c (workspace_id, name, last) values (${workspaceId}, ${name}, ${count})
    on conflict (workspace_id, name) do update set last = c.last + excluded.last returning last`,
  )
  if (!row) throw new Error('a counter gave no number')
  return row.last
}
