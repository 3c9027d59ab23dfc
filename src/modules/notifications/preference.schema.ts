import { Type, type Static, type TSchema } from 'typebox'
import { closed, optional } from '#core/schema.ts'
import { CHOSEN_KINDS, type ChosenKind } from './notification.schema.ts'

const channels = { inApp: Type.Boolean(), email: Type.Boolean() }
const Channels = Type.Object(channels)
export type Channels = Static<typeof Channels>

function forEachKind<S extends TSchema>(schema: S): Record<ChosenKind, S> {
  return Object.fromEntries(CHOSEN_KINDS.map((kind) => [kind, schema])) as Record<ChosenKind, S>
}

/** How a person wants to hear of each kind. */
export const Preferences = Type.Object(forEachKind(Channels), { $id: 'NotificationPreferences' })
export const PreferencesUpdate = closed(optional(forEachKind(closed(optional(channels)))), {
  $id: 'NotificationPreferencesUpdate',
  examples: [{ completed: { email: true } }],
})

export type Preferences = Static<typeof Preferences>
export type PreferencesUpdate = Static<typeof PreferencesUpdate>

const both: Channels = { inApp: true, email: true }
/** A mail for what must not be missed; that work was done can wait until one looks. */
export const DEFAULT_PREFERENCES: Preferences = {
  assigned: both,
  completed: { inApp: true, email: false },
  rescheduled: both,
  urgent: both,
  deleted: both,
  commented: both,
  approval: both,
}
