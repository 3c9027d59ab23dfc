import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#core/database.ts'
import { fillTemplate } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    embeddedRoot: string
  }
}

/** Called by vitest once: making an embedded database takes seconds, copying a migrated one does not. */
export async function setup(project: TestProject): Promise<() => void> {
  const root = mkdtempSync(join(tmpdir(), 'innkeeper-embedded-'))
  const database = await openDatabase({ kind: 'embedded', folder: join(root, 'template') })
  await fillTemplate(database)
  await database.close()
  project.provide('embeddedRoot', root)
  // The workers of the tests end after this, and may still write.
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 20 })
}

/** A folder with a migrated, empty database. */
export function copyOfTemplate(root: string): string {
  const folder = emptyFolder(root)
  cpSync(join(root, 'template', 'pgdata'), join(folder, 'pgdata'), { recursive: true })
  return folder
}

/** A folder in which a start makes its database. */
export function emptyFolder(root: string): string {
  return mkdtempSync(join(root, 'database-'))
}
