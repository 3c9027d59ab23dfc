import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId, seal, unseal } from '#core/crypto.ts'
import { errorText } from '#core/error-text.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { applyPicture } from './apply-picture.ts'
import { hostaway } from './hostaway.ts'
import { ical } from './ical.ts'
import * as polls from './poll.queries.ts'
import { pauseAfter } from './poll.rules.ts'
import type { PollResult, PropertySystem } from './property-system.schema.ts'
import { failures as systemFailures, getPropertySystem, openCredentials } from './property-system.service.ts'
import { PollFailure, type Seen, type Source, type StayAdapter } from './stay-adapter.ts'
import { saveEtag, sourcesOf, type SourceRow } from './stay-source.queries.ts'
import { openFeedUrl } from './stay-source.service.ts'

export const failures = {
  property_system_not_found: systemFailures.property_system_not_found,
  ...defineFailures({
    property_system_paused: { status: 409, text: 'The property system is paused. Resume it first.' },
    poll_in_progress: { status: 409, text: 'A poll is under way already.', retryable: true },
  }),
}

/** Polls now, and answers the property system with what came of it. */
export async function pollNow(ctx: WorkspaceCtx, systemId: string): Promise<PropertySystem> {
  const { status } = await getPropertySystem(ctx, systemId)
  if (status === 'paused') fail(failures.property_system_paused)
  if (!(await poll(ctx, systemId, { onlyIfDue: false }))) fail(failures.poll_in_progress)
  return getPropertySystem(ctx, systemId)
}

/** Answers whether the poll was ours to do. What fails on the other side is noted, not thrown. */
export async function poll(ctx: WorkspaceCtx, systemId: string, when: { onlyIfDue: boolean }): Promise<boolean> {
  const lease = newId()
  const system = await polls.takeLease(ctx, systemId, lease, when)
  if (!system) return false
  try {
    const { result, errors } = await pollOnce(ctx, system, lease)
    const isFailed = result.properties > 0 && result.failed === result.properties
    const failed = isFailed ? system.failures + 1 : 0
    const error = errors.length > 0 ? errors.join(' ') : null
    const pauseSeconds = pauseAfter(failed, undefined, Math.random())
    await polls.savePoll(ctx, systemId, lease, { result, error, failures: failed, pauseSeconds })
  } catch (error) {
    const failed = system.failures + 1
    const wait = error instanceof PollFailure ? error.retryAfterSeconds : undefined
    const pauseSeconds = pauseAfter(failed, wait, Math.random())
    await polls.savePoll(ctx, systemId, lease, {
      result: null,
      error: errorText(error),
      failures: failed,
      pauseSeconds,
    })
    if (!(error instanceof PollFailure)) throw error
    ctx.log.warn({ err: error, propertySystemId: systemId, pauseSeconds }, 'a property system could not be polled')
  }
  return true
}

/** Everything is fetched and read before anything is written; then each property in a transaction of its own. */
async function pollOnce(
  ctx: WorkspaceCtx,
  system: polls.LeasedSystem,
  lease: string,
): Promise<{ result: PollResult; errors: string[] }> {
  const adapter = adapterOf(ctx, system)
  const rows = await sourcesOf(ctx, system.id)
  const sources = rows.map((row): Source => ({ ...row, feedUrl: openFeedUrl(ctx, row) ?? null }))
  const seen = await adapter.look(sources)
  const spokenOf = spokenIn(adapter, sources, seen)
  const result = { ...NOTHING, properties: rows.length }
  const errors: string[] = []
  for (const [index, source] of sources.entries()) {
    const there = seen[index]
    if (!there || 'unchanged' in there) result.unchanged += 1
    else if ('error' in there) {
      result.failed += 1
      errors.push(`Property ${source.propertyId}: ${there.error}`)
    } else {
      const { stays, ignored, etag } = there.picture
      const applied = await inTransaction(ctx, async (ctx) => {
        if (!(await polls.holdLease(ctx, system.id, lease)))
          throw new PollFailure('The property system was paused, deleted or taken over meanwhile.')
        const done = await applyPicture(ctx, { systemId: system.id, adapter, source, picture: there.picture, spokenOf })
        if (source.etag !== etag) await saveEtag(ctx, system.id, rows[index] as SourceRow, etag)
        return done
      })
      result.stays += stays.length
      result.ignored += ignored
      for (const what of ['created', 'changed', 'cancelled'] as const) result[what] += applied[what]
    }
  }
  return { result, errors }
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

function spokenIn(adapter: StayAdapter, sources: readonly Source[], seen: readonly Seen[]): ReadonlySet<string> {
  const ids = sources.flatMap((source, index) => {
    const there = seen[index]
    return there && 'picture' in there
      ? there.picture.stays.map(({ remoteId }) => adapter.externalIdOf(source, remoteId))
      : []
  })
  return new Set(ids)
}

const TOKEN = 'property-system-token'

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
