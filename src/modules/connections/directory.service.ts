import type { Scope } from '#core/context.ts'
import { findEntries, saveDirectory, type DirectoryKind } from './directory.queries.ts'

/** The provider is not asked again for the whole list sooner than this, however often a name is missing. */
const AGE_SECONDS_MIN = 600
/** Nor is a list trusted for longer than this: a name can have come to mean another property or person. */
const AGE_SECONDS_MAX = 6 * 3600

/**
 * What the provider calls these things of ours; undefined for those it does not have. The whole list is fetched when it
 * is old, and sooner when a name is missing.
 */
export async function remoteIdsOf(
  ctx: Scope,
  connectionId: string,
  kind: DirectoryKind,
  names: readonly string[],
  fetchAll: () => Promise<ReadonlyMap<string, string>>,
): Promise<(string | undefined)[]> {
  if (names.length === 0) return []
  const kept = await findEntries(ctx, connectionId, kind, names)
  const isComplete = kept?.remoteIds.every((id) => id !== null) ?? false
  if (kept && kept.ageSeconds < (isComplete ? AGE_SECONDS_MAX : AGE_SECONDS_MIN))
    return kept.remoteIds.map((id) => id ?? undefined)
  const entries = await fetchAll()
  await saveDirectory(ctx, connectionId, kind, entries)
  return names.map((name) => entries.get(name))
}
