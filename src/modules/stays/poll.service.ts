import type { SealedPlace } from '#core/reseal.ts'
import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId, seal, unseal } from '#core/crypto.ts'
import { errorText } from '#core/error-text.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { applyPictures, type Looked } from './apply-pictures.ts'
import { hostaway } from './hostaway.ts'
import { ical } from './ical.ts'
import * as polls from './poll.queries.ts'
import { heldBackText, pauseAfter, unclearText, unreadText } from './poll.rules.ts'
import type { PollResult, PropertySystem } from './property-system.schema.ts'
import { failures as systemFailures, getPropertySystem, openCredentials } from './property-system.service.ts'
import { PollFailure, type Seen, type StayAdapter } from './stay-adapter.ts'
import { saveSeen, sourcesOf, type PolledSource } from './stay-source.queries.ts'
import { openFeedUrl } from './stay-source.service.ts'

export const failures = {
  property_system_not_found: systemFailures.property_system_not_found,
  ...defineFailures({
    property_system_paused: { status: 409, text: 'The property system is paused. Resume it first.' },
    poll_in_progress: { status: 409, text: 'A poll is under way already.', retryable: true },
  }),
}

/**
 * Polls now, and answers the property system with what came of it. What the other side says is not the doing of whoever
 * asked for it.
 */
export async function pollNow(ctx: WorkspaceCtx, systemId: string): Promise<PropertySystem> {
  const { status } = await getPropertySystem(ctx, systemId)
  if (status === 'paused') fail(failures.property_system_paused)
  const itself = { ...ctx, principal: { kind: 'system' } as const }
  if (!(await poll(itself, systemId, { onlyIfDue: false }))) fail(failures.poll_in_progress)
  return getPropertySystem(ctx, systemId)
}

/** Answers whether the poll was ours to do. What fails on the other side is noted, not thrown. */
export async function poll(ctx: WorkspaceCtx, systemId: string, when: { onlyIfDue: boolean }): Promise<boolean> {
  const lease = newId()
  const system = await polls.takeLease(ctx, systemId, lease, when)
  if (!system) return false
  try {
    await pollOnce(ctx, system, lease)
  } catch (error) {
    const failed = system.failures + 1
    const { retryAfterSeconds, result } = error instanceof PollFailure ? error : { result: null }
    const pauseSeconds = pauseAfter(failed, retryAfterSeconds, Math.random())
    const told = { result, error: errorText(error), failures: failed, pauseSeconds }
    await polls.savePoll(ctx, systemId, lease, told)
    if (!(error instanceof PollFailure)) throw error
    ctx.log.warn({ err: error, propertySystemId: systemId, pauseSeconds }, 'a property system could not be polled')
  }
  return true
}

/** Everything is fetched and read before anything is written; then all of it in one transaction, or nothing. */
async function pollOnce(ctx: WorkspaceCtx, system: polls.LeasedSystem, lease: string): Promise<void> {
  const adapter = adapterOf(ctx, system)
  const rows = await sourcesOf(ctx, system.id)
  const seen = await adapter.look(rows.map((row) => ({ ...row, feedUrl: openFeedUrl(ctx, row) ?? null })))
  refuseUnread(rows, seen)
  const read = rows.flatMap((source, index): Looked<PolledSource>[] => {
    const there = seen[index]
    return there && 'picture' in there ? [{ source, picture: there.picture }] : []
  })
  const spokenOf = new Set(
    read.flatMap(({ source, picture }) =>
      [...picture.stays, ...picture.unclear].map(({ remoteId }) => adapter.externalIdOf(source, remoteId)),
    ),
  )
  const unclear = read.flatMap(({ source, picture }) => picture.unclear.map(({ why }) => ({ source, why })))
  const error = unclear.length > 0 ? unclearText(unclear) : null
  if (error !== null)
    ctx.log.warn({ propertySystemId: system.id, error }, 'stays of a property system are not understood')
  await inTransaction(ctx, async (ctx) => {
    if (!(await polls.holdLease(ctx, system.id, lease)))
      throw new PollFailure('The property system was paused, deleted or taken over meanwhile.')
    const looked = await stillThere(ctx, system.id, read)
    const { heldBack, ...applied } = await applyPictures(ctx, { systemId: system.id, adapter, looked, spokenOf })
    await noteSeen(ctx, system.id, looked, new Set(heldBack.map(({ source }) => source)))
    await polls.savePoll(ctx, system.id, lease, {
      result: { ...NOTHING, ...counted(rows, read), ...applied },
      error: heldBack.length > 0 ? [heldBackText(heldBack), error ?? ''].join(' ').trim() : error,
      failures: 0,
      pauseSeconds: pauseAfter(0, undefined, Math.random()),
    })
  })
}

function counted(rows: readonly PolledSource[], read: readonly Looked[]) {
  const stays = read.reduce((sum, { picture }) => sum + picture.stays.length, 0)
  const ignored = read.reduce((sum, { picture }) => sum + picture.ignored, 0)
  return { properties: rows.length, unchanged: rows.length - read.length, stays, ignored }
}

const NOTHING: PollResult = {
  properties: 0,
  unchanged: 0,
  failed: 0,
  stays: 0,
  ignored: 0,
  created: 0,
  changed: 0,
  cancelled: 0,
}

/** One that cannot be read stops the poll: half of a picture would be believed to be the whole. */
function refuseUnread(rows: readonly PolledSource[], seen: readonly Seen[]): void {
  const unread = rows.flatMap((source, index) => {
    const there = seen[index]
    return there && 'error' in there ? [{ source, error: there.error }] : []
  })
  if (unread.length === 0) return
  const result = { ...NOTHING, properties: rows.length, failed: unread.length }
  throw new PollFailure(unreadText(unread, rows.length), { result })
}

/** A source that was changed or removed while we read is left to the next poll, and so is one whose property was deleted. */
async function stillThere(
  ctx: TxCtx,
  systemId: string,
  read: readonly Looked<PolledSource>[],
): Promise<Looked<PolledSource>[]> {
  const now = new Map((await sourcesOf(ctx, systemId)).map((row) => [row.propertyId, row]))
  return read.filter(({ source }) => now.get(source.propertyId)?.updatedAt === source.updatedAt)
}

/** The version of what was held back is not kept, or the same empty calendar would never be looked at again. */
async function noteSeen(
  ctx: TxCtx,
  systemId: string,
  looked: readonly Looked<PolledSource>[],
  held: ReadonlySet<PolledSource>,
): Promise<void> {
  for (const { source, picture } of looked) {
    const isHeld = held.has(source)
    const etag = isHeld ? null : picture.etag
    if (source.etag === etag && isHeld === (source.emptyAt !== null)) continue
    await saveSeen(ctx, systemId, source.propertyId, { etag, emptyAt: isHeld ? ctx.now : null })
  }
}

const TOKEN = 'property-system-token'

export const SEALED_SYSTEM_TOKENS: SealedPlace = {
  table: 'property_systems',
  column: 'token',
  type: 'text',
  key: ['workspace_id', 'id'],
  purpose: TOKEN,
  owner: (row) => String(row['id']),
}

function adapterOf(ctx: WorkspaceCtx, { id, provider, credentials, token }: polls.LeasedSystem): StayAdapter {
  if (provider === 'ical') return ical(ctx)
  const { signer } = ctx.services
  return hostaway(ctx, {
    credentials: credentials === null ? undefined : openCredentials(ctx, id, credentials),
    token: token === null ? undefined : unseal(signer, TOKEN, id, token),
    keepToken: (brought, expiresAt) => polls.saveToken(ctx, id, { token: seal(signer, TOKEN, id, brought), expiresAt }),
    dropToken: () => polls.saveToken(ctx, id, { token: null, expiresAt: null }),
  })
}
