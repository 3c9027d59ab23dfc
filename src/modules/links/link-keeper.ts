import { LINK_TOKENS } from '#core/access.ts'
import { sha256 } from '#core/crypto.ts'
import type { Pool } from '#core/db.ts'
import { coreFailures, fail, type Failure } from '#core/errors.ts'
import { isUuid } from '#core/uuid.ts'
import type { LinkKind, LinkPrincipal } from '#core/principal.ts'
import { noteTurnedAway } from './door-press.ts'
import { findByToken } from './door-link.queries.ts'
import { authorName, doorLinkState, linkState } from './link.rules.ts'
import { findSharedTask } from './share-link.queries.ts'

/** The operation that presses the button. */
const PRESS = 'openDoor'

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

  async function manual(token: string): Promise<LinkPrincipal | undefined> {
    if (!isUuid(token)) {
      const errors = [{ parameter: LINK_TOKENS.manual, code: 'wrong_format', message: 'Must be a UUID.' }]
      fail(coreFailures.invalid_request, { detail: 'The token must be a UUID.', errors })
    }
    const link = await findByToken(pool, sha256(token.toLowerCase()))
    if (!link) return undefined
    const { workspaceId, id: linkId, propertyId: subjectId } = link
    const state = doorLinkState(link, now())
    return { kind: 'link', link: 'manual', linkId, workspaceId, subjectId, name: 'Guest', mode: 'carry_out', state }
  }

  return {
    identify: (kind: LinkKind, token: string): Promise<LinkPrincipal | undefined> =>
      kind === 'shared-task' ? sharedTask(token) : manual(token),
    /** Every press of a door button is written down, also one that does not get past admission. */
    async turnedAway(principal: LinkPrincipal, operationId: string, failure: Failure): Promise<void> {
      if (operationId === PRESS) await noteTurnedAway(pool, principal, failure)
    },
  }
}
