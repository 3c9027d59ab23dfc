import { sha256 } from '#core/crypto.ts'
import type { Pool } from '#core/db.ts'
import type { LinkKind, LinkPrincipal } from '#core/principal.ts'
import { authorName, linkState } from './link.rules.ts'
import { findSharedTask } from './share-link.queries.ts'

/** Tells what a token opens. Nothing is remembered: a link that is withdrawn is withdrawn everywhere at once. */
export function createLinkKeeper({ pool, now }: { pool: Pool; now: () => Date }) {
  async function sharedTask(token: string): Promise<LinkPrincipal | undefined> {
    const link = await findSharedTask(pool, sha256(token))
    if (!link) return undefined
    const { workspaceId, id: linkId, taskId: subjectId, mode } = link
    const name = authorName(link.technicianName)
    return {
      kind: 'link',
      link: 'shared-task',
      linkId,
      workspaceId,
      subjectId,
      name,
      mode,
      state: linkState(link, now()),
    }
  }

  return {
    identify: (kind: LinkKind, token: string): Promise<LinkPrincipal | undefined> =>
      kind === 'shared-task' ? sharedTask(token) : Promise.resolve(undefined),
  }
}
