import type { HostProof } from '#core/host-route.ts'

/** What the document of the host says of an address that outside systems call. */
export interface SenderText {
  id: string
  tag?: string
  summary: string
  description?: string
  proofs: readonly HostProof[]
  /** Headers and parameters beyond what proves the sender, all of them optional. */
  headers?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  /** A body as the vendor sends it. */
  example: object
  /** Where forms are sent too, or only: the fields, and what each is. */
  form?: { fields: Readonly<Record<string, string>>; only?: true }
  answer?: string
  /** What is answered where the usual answer is not, or not always: `accepted` or an example. */
  replies?: readonly ('accepted' | object)[]
}

const call = { call_id: 'call_7f01', agent_id: 'agent_a1', from_number: '+34600000001', to_number: '+34910000002' }
const issue = {
  action: 'create',
  type: 'Issue',
  organizationId: 'org-1',
  webhookTimestamp: 1_794_700_800_000,
  data: { id: 'iss-1', identifier: 'OPS-12', title: 'Lock offline' },
}
const UNSIGNED = 'Kept for support. It is not signed: the same body again is the same delivery, under whatever id.'
const delivery = { 'Issue-Tracker-Delivery': `Id of the delivery; \`Linear-Delivery\` is taken too. ${UNSIGNED}` }
const setup = { setup_secret: 'The setup secret of the integration.', setup_secret_path: 'The same.' }
const notes = {
  tag: 'Webhooks',
  description: 'Its first delivery brings a verification token, and is believed when it knows the setup secret.',
  proofs: ['notesSignature', 'setupSecret'],
  example: { id: 'evt-1', type: 'page.content_updated', entity: { id: 'page-1', type: 'page' } },
  replies: ['accepted', { status: 'verification_token_kept' }],
} as const
const tracing = {
  tag: 'Tracing',
  description: 'Told to the operator’s chat; nothing is kept.',
  proofs: ['tracingSecret'],
  answer: 'Whether there was a chat to tell; `forwarding` while it takes its time.',
  replies: [{ status: 'forwarded' }],
} as const
const spoken =
  'What the voice agent is told; what went wrong is told too, with 200. What takes long is `in_progress` and goes on.'

/** By address. */
export const SENDER_TEXTS: Readonly<Record<string, SenderText>> = {
  '/v1/webhooks/property-system': {
    id: 'receivePropertySystem',
    summary: 'A property system has news: its polls are woken',
    proofs: ['webhookBearer'],
    example: { event: 'reservation.updated' },
  },
  '/v1/webhooks/messaging-agent/:workspaceId/:integrationId': {
    id: 'receiveMessage',
    summary: 'A message for an integration that an agent answers, forwarded by the main app',
    proofs: ['standardSignature'],
    example: {
      type: 'message.received',
      message: { id: 'msg-1', channel: 'whatsapp', from: { name: 'Ana', address: '+34600000001' }, text: 'Hello' },
    },
  },
  '/v1/webhooks/voice-platform-a': {
    id: 'receiveCall',
    summary: 'A call began, ended, or was analysed',
    proofs: ['voiceSignature'],
    example: { event: 'call_ended', call },
  },
  '/v1/webhooks/voice-platform-a/inbound': {
    id: 'answerCall',
    summary: 'Say who is calling, before the call connects',
    proofs: ['voiceSignature'],
    example: { event: 'call_inbound', call_inbound: { from_number: '+34600000001', to_number: '+34910000002' } },
    answer: 'What is known of the caller; nothing, when that cannot be found out in time.',
    replies: [{ call_inbound: { dynamic_variables: { caller_name: 'Ana' }, metadata: {} } }],
  },
  '/v1/webhooks/voice-platform-a/tool/:toolName': {
    id: 'callVoiceToolA',
    summary: 'Use a tool during a call',
    proofs: ['voiceSignature'],
    example: { name: 'create_task', args: { title: 'No heating' }, call },
    answer: spoken,
    replies: [{ shortId: 'TK-12', title: 'No heating' }],
  },
  '/v1/webhooks/voice-platform-b/:workspaceId/tool/:toolName': {
    id: 'callVoiceToolB',
    summary: 'Use a tool during a call; the body is its parameters and nothing else',
    proofs: ['webhookBearer'],
    headers: {
      'X-Conversation-Id': 'The conversation: the same use of a tool in it again is a retry, and changes nothing.',
      'X-Tool-Call-Id': 'This use of the tool; without it the same parameters are the same use.',
    },
    example: { title: 'No hot water' },
    answer: spoken,
    replies: [{ shortId: 'TK-12', title: 'No hot water' }],
  },
  '/v1/webhooks/chat-workspace-app': {
    id: 'receiveChat',
    summary: 'Something was said in a chat, or a button was pressed there',
    proofs: ['chatSignature'],
    headers: { 'X-Chat-Request-Timestamp': 'When it was signed, in seconds.' },
    example: {
      type: 'event_callback',
      event_id: 'Ev01',
      api_app_id: 'A01',
      team_id: 'T01',
      event: { type: 'app_mention' },
    },
    form: { fields: { payload: 'JSON text of what was pressed.' } },
    replies: ['accepted', { challenge: 'c-123' }],
  },
  '/v1/webhooks/chat-workspace-app/mobile-release-status': {
    id: 'askReleaseStatus',
    summary: 'A command in a chat asks for the status of a release',
    proofs: ['chatSignature'],
    headers: { 'X-Chat-Request-Timestamp': 'When it was signed, in seconds.' },
    example: {},
    form: {
      fields: {
        command: 'The command as it was typed, with its slash.',
        text: 'What was typed after it.',
        team_id: 'The workspace of the chat.',
        channel_id: 'Where it was typed, and where the answer is posted.',
        user_id: 'Who typed it.',
        api_app_id: 'The app; with the team it says whose signing secret counts.',
        trigger_id: 'This use of the command: the same again has no second effect.',
      },
      only: true,
    },
    answer: 'A message for the person who asked.',
    replies: [{ response_type: 'ephemeral', text: 'Looking it up…' }],
  },
  '/v1/webhooks/issue-tracker': {
    id: 'receiveIssue',
    summary: 'An issue was created: the chat is told',
    proofs: ['issueTrackerSignature'],
    headers: delivery,
    example: issue,
  },
  '/v1/webhooks/bot-messenger': {
    id: 'receiveBotMessage',
    summary: 'Somebody wrote to the bot',
    proofs: ['botMessengerSecret'],
    example: { update_id: 1001, message: { message_id: 7, date: 1_794_700_000, chat: { id: 555 }, text: 'Hello' } },
  },
  '/v1/webhooks/team-chat': {
    id: 'receiveTeamChat',
    summary: 'Something was said in a space, or the app was added to one',
    proofs: ['teamChatToken'],
    example: { type: 'MESSAGE', eventTime: '2026-11-15T00:00:00Z', space: { name: 'spaces/AAA' } },
    answer: 'A message for the space, in the form that the app’s kind wants; empty when the answer comes later.',
    replies: [{ text: 'Write /help to see what I can do.' }],
  },
  '/v1/webhooks/agent-mail': {
    id: 'receiveMail',
    summary: 'A letter came in',
    proofs: ['standardSignature'],
    example: { event_type: 'message.received', event_id: 'evt-1', message: { inbox_id: 'ops@casa.test' } },
  },
  '/v1/webhooks/meeting-recorder/status': {
    id: 'receiveMeetingStatus',
    summary: 'A bot in a meeting is in another state',
    proofs: ['standardSignature'],
    example: { event: 'bot.done', data: { bot: { id: 'bot-1' }, data: { code: 'done' } } },
  },
  '/v1/webhooks/meeting-recorder/:workspaceId/transcript': {
    id: 'receiveTranscript',
    summary: 'What is being said in a meeting',
    proofs: ['transcriptToken'],
    example: { event: 'transcript.data', data: { bot: { id: 'bot-1' }, data: { words: [{ text: 'Hello' }] } } },
  },
  '/v1/webhooks/notes-workspace/:workspaceId': {
    ...notes,
    id: 'receiveNotes',
    summary: 'A page of the notes workspace changed: its article follows',
    query: setup,
  },
  '/v1/webhooks/notes-workspace/:workspaceId/setup/:setupSecret': {
    ...notes,
    id: 'receiveNotesSetUp',
    summary: 'The same, with the setup secret in the address',
    query: { setup_secret: setup.setup_secret },
  },
  '/v1/webhooks/company-knowledge/code-host': {
    id: 'receivePush',
    summary: 'Files of a repository changed: their articles follow',
    proofs: ['codeHostSignature'],
    headers: {
      'X-Code-Host-Event': 'What happened; `X-GitHub-Event` is taken too.',
      'X-Code-Host-Delivery': `Id of the delivery; \`X-GitHub-Delivery\` is taken too. ${UNSIGNED}`,
    },
    example: { ref: 'refs/heads/main', repository: { full_name: 'casa/docs', default_branch: 'main' }, commits: [] },
  },
  '/v1/webhooks/company-knowledge/issue-tracker': {
    id: 'receiveKnowledgeIssue',
    summary: 'An issue, document or project changed: its article follows',
    proofs: ['issueTrackerSignature'],
    headers: delivery,
    example: issue,
  },
  '/v1/internal/tracing/alert-webhook': {
    ...tracing,
    id: 'receiveTracingAlert',
    summary: 'An alert of the tracing',
    example: { project_name: 'prod-agent', alert_rule_name: 'errors high', triggered_metric_value: 17 },
  },
  '/v1/internal/tracing/quality-webhook': {
    ...tracing,
    id: 'receiveTracingQuality',
    summary: 'A rule about the quality of runs has struck',
    example: { rule_id: 'rule-1', runs: [{ id: 'run-1', name: 'answer', status: 'error' }] },
  },
  '/v1/internal/tracing/engine-webhook': {
    ...tracing,
    id: 'receiveTracingEngine',
    summary: 'The tracing found an issue by itself',
    proofs: ['tracingSecret', 'tracingSignature', 'tracingBearer'],
    example: { id: '9e0d', type: 'issue.created', created: 1_794_700_000, data: { object: { name: 'Tool loop' } } },
  },
}
