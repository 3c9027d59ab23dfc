import { CREDENTIALS_TOPIC, type Bus } from '#core/bus.ts'
import type { Pool } from '#core/db.ts'
import { recallUnder } from '#core/recall.ts'
import { findWorkspaceEntry } from '#modules/identity/workspace.service.ts'

/** Whether a workspace is there and whether somebody is a member of it, remembered like every credential. */
export function workspaceEntry(pool: Pool, bus: Bus) {
  const recallEntry = recallUnder(bus, CREDENTIALS_TOPIC)
  const recallWorkspace = recallUnder(bus, CREDENTIALS_TOPIC)
  // Not a slug, so no workspace; PostgreSQL would choke on a NUL.
  const isSlug = (workspaceId: string): boolean => /^[a-z0-9-]{1,63}$/.test(workspaceId)
  const NOBODY = '00000000-0000-0000-0000-000000000000'
  return {
    async isMember(workspaceId: string, userId: string): Promise<boolean> {
      const entry = await recallEntry(`${userId}:${workspaceId}`, () => findWorkspaceEntry(pool, workspaceId, userId))
      return entry?.membership !== undefined
    },
    findWorkspace(workspaceId: string): Promise<object | undefined> {
      if (!isSlug(workspaceId)) return Promise.resolve(undefined)
      return recallWorkspace(workspaceId, () => findWorkspaceEntry(pool, workspaceId, NOBODY))
    },
  }
}
