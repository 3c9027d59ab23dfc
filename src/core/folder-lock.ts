import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface FolderLock {
  release(): void
}

/** Thrown when another process works on the folder. */
export class FolderHeld extends Error {}

/**
 * An exclusive transaction on a small SQLite file: the operating system's lock, gone with the process however it
 * ends, and right in containers, where every process is pid 1. The note beside it only serves the message.
 */
export function holdFolder(folder: string): FolderLock {
  const note = join(folder, 'holder.json')
  const file = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    file.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (cause) {
    file.close()
    throw new FolderHeld(
      `${folder} is in use by ${holderIn(note)}. Stop it first, or set DATA_DIR to another folder.`,
      {
        cause,
      },
    )
  }
  const holder = { pid: process.pid, command: process.argv.slice(1).join(' '), since: new Date().toISOString() }
  writeFileSync(note, JSON.stringify(holder))
  return {
    release() {
      file.exec('rollback')
      file.close()
    },
  }
}

function holderIn(note: string): string {
  try {
    const { pid, command, since } = JSON.parse(readFileSync(note, 'utf8'))
    return `process ${pid} (${command}), since ${since}`
  } catch {
    return 'another process'
  }
}
