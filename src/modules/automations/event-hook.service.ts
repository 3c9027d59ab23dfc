import { assertVersion, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { changesIn } from '#core/patch.ts'
import { tracing } from '#modules/identity/audit.service.ts'
import * as hooks from './event-hook.queries.ts'
import { EVENT_HOOK_FIXED, type EventHookCreate, EventHookUpdate } from './event-hook.schema.ts'
import { newSecret, sealSecret } from './event-signature.ts'

type EventHookRow = hooks.EventHookRow

const trace = tracing('event_hook', 'hookId')

export const failures = defineFailures({
  hook_not_found: { status: 404, text: 'No such event hook in this workspace.' },
  address_not_allowed: {
    status: 422,
    text: 'This address may not be called: it must be https and not private, unless the operator allows it (OUTBOUND_ALLOW).',
  },
  too_many_hooks: { status: 422, text: 'A workspace has 50 event hooks at most.' },
})

const HOOKS_MAX = 50
const OVERLAP_MILLIS = 24 * 3600 * 1000

export async function getHook(ctx: WorkspaceCtx, hookId: string): Promise<EventHookRow> {
  return (await hooks.findHook(ctx, hookId)) ?? fail(failures.hook_not_found)
}

/** The secret is in this answer and nowhere else. */
export function createHook(ctx: WorkspaceCtx, input: EventHookCreate): Promise<EventHookRow & { secret: string }> {
  assertAllowed(ctx, input.url)
  return inTransaction(ctx, async (ctx) => {
    if ((await hooks.countForMore(ctx)) >= HOOKS_MAX) fail(failures.too_many_hooks)
    const id = newId()
    const { url, events, description = null, active = true } = input
    const secret = newSecret()
    const row = { id, url, events, description, active, secret: sealSecret(ctx.services.signer, id, secret) }
    const saved = (await hooks.insertHook(ctx, row)) ?? fail(failures.hook_not_found)
    await trace(ctx, 'event_hook.created', id, { host: hostOf(url), events, active })
    return { ...saved, secret }
  })
}

export function updateHook(ctx: WorkspaceCtx, hookId: string, changes: EventHookUpdate): Promise<EventHookRow> {
  if (changes.url !== undefined) assertAllowed(ctx, changes.url)
  return inTransaction(ctx, async (ctx) => {
    const { secret: _secret, ...before } = (await hooks.lockHook(ctx, hookId)) ?? fail(failures.hook_not_found)
    assertVersion(ctx, before.version)
    const fields = changesIn(before, changes, EventHookUpdate, EVENT_HOOK_FIXED)
    if (Object.keys(fields).length === 0) return before
    const resumed = changes.active === true && !before.active && { pausedReason: null, failingSince: null }
    const stored = { ...fields, ...resumed }
    const after = (await hooks.saveHook(ctx, hookId, stored)) ?? fail(failures.hook_not_found)
    const { url, events, active } = after
    await trace(
      ctx,
      'event_hook.updated',
      hookId,
      { host: hostOf(url), events, active },
      { ...before, host: hostOf(before.url) },
    )
    return after
  })
}

/** For a day both secrets sign, so that the receiver can change over when it likes. */
export function rotateSecret(ctx: WorkspaceCtx, hookId: string): Promise<EventHookRow & { secret: string }> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await hooks.lockHook(ctx, hookId)) ?? fail(failures.hook_not_found)
    const secret = newSecret()
    const after = await hooks.saveHook(ctx, hookId, {
      secret: sealSecret(ctx.services.signer, hookId, secret),
      previousSecret: before.secret,
      previousSecretUntil: new Date(ctx.now.getTime() + OVERLAP_MILLIS).toISOString(),
    })
    await trace(ctx, 'event_hook.secret_rotated', hookId, {})
    return { ...(after ?? fail(failures.hook_not_found)), secret }
  })
}

export function deleteHook(
  ctx: WorkspaceCtx,
  hookId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { url, version } = (await hooks.lockHook(ctx, hookId)) ?? fail(failures.hook_not_found)
    assertVersion(ctx, version)
    await hooks.deleteHook(ctx, hookId)
    await trace(ctx, 'event_hook.deleted', hookId, { host: hostOf(url) })
    return { id: hookId, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

/** Nobody is asked: it has failed for days, or the receiver said that it is gone. */
export function pauseHook(ctx: WorkspaceCtx, hookId: string, pausedReason: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const before = await hooks.lockHook(ctx, hookId)
    if (!before?.active) return
    await hooks.saveHook(ctx, hookId, { active: false, pausedReason })
    await trace(ctx, 'event_hook.paused', hookId, { host: hostOf(before.url), reason: pausedReason })
  })
}

function assertAllowed({ services }: WorkspaceCtx, url: string): void {
  if (services.outbound.allows(url)) return
  const message = failures.address_not_allowed.text
  fail(failures.address_not_allowed, { errors: [{ pointer: '/url', code: 'not_allowed', message }] })
}

/** An address can carry a token of its owner: others see only where it leads. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}
