import type { SystemName } from './systems.ts'

/** What comes in at an address. */
export type AddressUse =
  | 'deliveries'
  | 'beforeCall'
  | 'tool'
  | 'command'
  | 'status'
  | 'transcript'
  | 'subscription'
  | 'news'

/** Where each system sends to. What stands in braces is put in by whoever pastes it, apart from our own ids. */
export const ADDRESSES: Readonly<Record<SystemName, readonly { use: AddressUse; path: string }[]>> = {
  ical: [],
  hostaway: [{ use: 'news', path: '/v1/webhooks/property-system' }],
  breezeway: [],
  chat_workspace_app: [
    { use: 'deliveries', path: '/v1/webhooks/chat-workspace-app' },
    { use: 'command', path: '/v1/webhooks/chat-workspace-app/mobile-release-status' },
  ],
  team_chat: [{ use: 'deliveries', path: '/v1/webhooks/team-chat' }],
  bot_messenger: [{ use: 'deliveries', path: '/v1/webhooks/bot-messenger' }],
  messaging: [{ use: 'deliveries', path: '/v1/webhooks/messaging-agent/{workspaceId}/{integrationId}' }],
  agent_mail: [{ use: 'deliveries', path: '/v1/webhooks/agent-mail' }],
  voice_platform_a: [
    { use: 'deliveries', path: '/v1/webhooks/voice-platform-a' },
    { use: 'beforeCall', path: '/v1/webhooks/voice-platform-a/inbound' },
    { use: 'tool', path: '/v1/webhooks/voice-platform-a/tool/{toolName}' },
  ],
  voice_platform_b: [{ use: 'tool', path: '/v1/webhooks/voice-platform-b/{workspaceId}/tool/{toolName}' }],
  meeting_recorder: [
    { use: 'status', path: '/v1/webhooks/meeting-recorder/status' },
    { use: 'transcript', path: '/v1/webhooks/meeting-recorder/{workspaceId}/transcript?token={transcriptToken}' },
  ],
  issue_tracker: [{ use: 'deliveries', path: '/v1/webhooks/issue-tracker' }],
  notes_workspace: [{ use: 'subscription', path: '/v1/webhooks/notes-workspace/{workspaceId}/setup/{setupSecret}' }],
  knowledge_tracker: [{ use: 'deliveries', path: '/v1/webhooks/company-knowledge/issue-tracker' }],
  code_host: [{ use: 'deliveries', path: '/v1/webhooks/company-knowledge/code-host' }],
  tool_connector: [],
}

/** The address with our own ids put in. */
export function addressOf(baseUrl: string, path: string, ids: { workspaceId: string; integrationId: string }): string {
  const own = path.replaceAll(/\{(workspaceId|integrationId)\}/g, (_, name: keyof typeof ids) =>
    encodeURIComponent(ids[name]),
  )
  return `${baseUrl}${own}`
}
