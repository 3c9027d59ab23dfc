import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Nullable, oneOf, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

/** What happens in a workspace, and a hook can be told of. `noun.happened`. */
export const EVENT_TYPES = [
  'agent.archived',
  'agent.created',
  'agent.restored',
  'agent.updated',
  'ai_settings.updated',
  'api_key.created',
  'api_key.revoked',
  'api_key.updated',
  'article.archived',
  'article.created',
  'article.deleted',
  'article.draft_discarded',
  'article.published',
  'article.updated',
  'article.version_restored',
  'completion_rule.created',
  'completion_rule.deleted',
  'connection.created',
  'connection.deleted',
  'connection.property_mapped',
  'connection.property_unmapped',
  'connection.updated',
  'contact.created',
  'contact.deleted',
  'contact.updated',
  'conversation.created',
  'conversation.updated',
  'department.created',
  'department.deleted',
  'department.updated',
  'door.attempted',
  'door_link.created',
  'door_link.revoked',
  'integration.created',
  'integration.deleted',
  'integration.updated',
  'lock.created',
  'lock.deleted',
  'lock.updated',
  'lock_connection.set',
  'meeting.changed',
  'meeting.summarized',
  'member.added',
  'member.changed',
  'member.joined',
  'member.left',
  'member.removed',
  'message.failed',
  'message.received',
  'message.sent',
  'property.created',
  'property.deleted',
  'property.updated',
  'property_system.created',
  'property_system.deleted',
  'property_system.source_removed',
  'property_system.source_set',
  'property_system.updated',
  'reservation.created',
  'reservation.deleted',
  'reservation.updated',
  'saved_view.created',
  'saved_view.deleted',
  'saved_view.updated',
  'skill.created',
  'skill.deleted',
  'skill.updated',
  'task.attachment_added',
  'task.attachment_removed',
  'task.checklist_changed',
  'task.commented',
  'task.costs_changed',
  'task.created',
  'task.deleted',
  'task.dependencies_changed',
  'task.description_linked',
  'task.restored',
  'task.share_revoked',
  'task.shared',
  'task.updated',
  'task_tag.created',
  'task_tag.updated',
  'task_template.created',
  'task_template.deleted',
  'task_template.updated',
  'vendor.created',
  'vendor.deleted',
  'vendor.updated',
  'work_exception.created',
  'work_exception.deleted',
  'work_exception.updated',
  'work_profile.changed',
  'workflow.archived',
  'workflow.created',
  'workflow.ownership_changed',
  'workflow.published',
  'workflow.updated',
  'workspace.updated',
] as const

const writable = {
  url: Type.String({
    format: 'web-url',
    maxLength: 2000,
    description: 'https, and reachable from the internet unless the operator of the installation allows more.',
    examples: ['https://hooks.example/innkeeper'],
  }),
  events: Type.Array(oneOf(['*', ...EVENT_TYPES]), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Which events it is told of; `*` for all, also those that later versions add.',
  }),
  description: Nullable(Line(500), { examples: ['Night audit'] }),
  active: Type.Boolean({ description: 'Set it again after the cause of a pause is mended.' }),
}
const fixed = {
  id: Uuid,
  pausedReason: Nullable(Type.String(), { description: 'Why it was paused by itself.' }),
  failingSince: Nullable(DateTime, { description: 'Nothing could be delivered since then.' }),
  lastDeliveredAt: Nullable(DateTime, { description: 'To the minute.' }),
  previousSecretUntil: Nullable(DateTime, { description: 'Until then the secret before the current one signs too.' }),
  createdAt: DateTime,
  updatedAt: DateTime,
}

/** An address that is told of events. */
export const EventHook = Type.Object({ ...fixed, ...writable }, { $id: 'EventHook' })
export const EventHookWithSecret = Type.Object(
  {
    ...fixed,
    ...writable,
    secret: Nullable(Type.String(), { description: 'Shown this once; null in a replayed answer.' }),
  },
  { $id: 'EventHookWithSecret' },
)
export const EventHookPage = Page(EventHook, { $id: 'EventHookPage' })
export const EventHookQuery = closed(Paging)
export const EventHookPath = closed({ workspaceId: WorkspaceId, hookId: Uuid })
export const EventHookCreate = closed(
  { ...optional(writable), url: writable.url, events: writable.events },
  { $id: 'EventHookCreate', examples: [{ url: 'https://hooks.example/innkeeper', events: ['task.created'] }] },
)
export const EventHookUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'EventHookUpdate',
  examples: [{ active: false }],
})

export const EVENT_HOOK_FIXED = fixed
export const EVENT_HOOK_FIELDS = Object.keys(EventHook.properties)

export type EventHook = Static<typeof EventHook>
export type EventHookCreate = Static<typeof EventHookCreate>
export type EventHookUpdate = Static<typeof EventHookUpdate>
