import { writeNotes, type Note } from './changes.ts'
import { afterCommit, type Scope } from './context.ts'
import type { Pool } from './db.ts'
import type { Report } from './report.ts'

/** However much happens, no process writes more often than that. */
const EVERY_MILLIS = 1000

/** For what changes by the hundred each second: open pages hear that some of it did, and ask for what they show. */
export interface News {
  /** Some of this kind have changed in the workspace. Inside a transaction it counts from the commit on. */
  tell(scope: Scope, type: string): void
  /** Writes what nobody was told yet. */
  close(): Promise<void>
}

/**
 * The first piece of news is written at once, all that comes within the next second together after it: a note for each
 * workspace and kind, however many things have changed. What a process had to tell in its last second is lost with it.
 */
export function openNews(pool: Pool, report: Report): News {
  const untold = new Map<string, Note>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isClosed = false

  function add(note: Note): void {
    untold.set(`${note.workspaceId} ${note.type}`, note)
    if (!writing && !timer && !isClosed) writing = write()
  }

  async function write(): Promise<void> {
    const notes = [...untold.values()]
    untold.clear()
    try {
      await writeNotes(pool, notes)
    } catch (error) {
      for (const note of notes) untold.set(`${note.workspaceId} ${note.type}`, note)
      report(error, 'open pages cannot be told of news now; trying again')
    }
    writing = undefined
    if (!isClosed) timer = setTimeout(next, EVERY_MILLIS).unref()
  }

  function next(): void {
    timer = undefined
    if (untold.size > 0) writing = write()
  }

  return {
    tell({ db, workspaceId }, type) {
      const note = { workspaceId, type, subject: {} }
      afterCommit({ db }, () => add(note))
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await writing
      if (untold.size > 0) await write()
    },
  }
}
