import type { Conversation } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { IconName } from '../../design/icon.tsx'

const ICONS: Partial<Record<Conversation['channel'], IconName>> = { email: 'mail', voice: 'phone', web: 'globe' }

export function channelIcon(channel: Conversation['channel']): IconName {
  return ICONS[channel] ?? 'comment'
}
