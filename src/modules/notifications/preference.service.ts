import { inTransaction, type Scope, type WorkspaceCtx } from '#core/context.ts'
import { CHOSEN_KINDS } from './notification.schema.ts'
import { chosenBy, lockChoices, saveChoice } from './preference.queries.ts'
import { DEFAULT_PREFERENCES, type Preferences, type PreferencesUpdate } from './preference.schema.ts'
import { personIn } from './recipient.ts'

/** What each of these people wants to hear of. */
export async function preferencesOf(
  scope: Scope,
  userIds: readonly string[],
): Promise<(userId: string) => Preferences> {
  const chosen = Map.groupBy(await chosenBy(scope, userIds), ({ userId }) => userId)
  return (userId) => {
    const own = (chosen.get(userId) ?? []).map(({ kind, inApp, email }) => [kind, { inApp, email }])
    return { ...DEFAULT_PREFERENCES, ...Object.fromEntries(own) }
  }
}

export async function ownPreferences(ctx: WorkspaceCtx): Promise<Preferences> {
  const userId = personIn(ctx)
  return (await preferencesOf(ctx, [userId]))(userId)
}

export function updateOwnPreferences(ctx: WorkspaceCtx, changes: PreferencesUpdate): Promise<Preferences> {
  return inTransaction(ctx, async (ctx) => {
    const userId = personIn(ctx)
    await lockChoices(ctx, userId)
    const before = await ownPreferences(ctx)
    for (const kind of CHOSEN_KINDS) {
      if (changes[kind]) await saveChoice(ctx, userId, kind, { ...before[kind], ...changes[kind] })
    }
    return ownPreferences(ctx)
  })
}
