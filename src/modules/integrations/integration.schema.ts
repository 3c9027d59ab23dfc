import { Type, type Static } from 'typebox'
import {
  closed,
  DateTime,
  Deleted,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'

/** Outside systems that send to us, take our messages, or both. */
const INTEGRATION_KINDS = [
  'voice_platform_a',
  'voice_platform_b',
  'chat_workspace_app',
  'issue_tracker',
  'bot_messenger',
  'team_chat',
  'agent_mail',
  'meeting_recorder',
  'notes_workspace',
  'code_host',
  'knowledge_tracker',
  'messaging',
  'tool_connector',
] as const

const secret = (description: string): ReturnType<typeof Type.String> => Line(8000, { minLength: 8, description })

const secrets = {
  apiKey: secret('Of the account there.'),
  signingSecret: secret('What deliveries are signed with.'),
  webhookSecret: secret('What deliveries are signed with, or what the sender shows.'),
  botToken: secret('Of the bot that writes in our name.'),
  setupSecret: secret('Of our own choice: who knows it may set a subscription up.'),
  verificationToken: secret('Given by the notes workspace when a subscription is set up.'),
  transcriptToken: secret('Of our own choice: stands in the address that transcripts are sent to.'),
  serviceAccountKey: secret('The key file of the service account, on one line.'),
}
export const SECRET_NAMES = Object.keys(secrets) as (keyof typeof secrets)[]

const Link = closed({
  externalId: Line(200, { description: 'What the other side calls the person.', examples: ['U0123456789'] }),
  ...optional({
    userId: Nullable(Uuid, { description: 'A member; one of the three is given.' }),
    contactId: Nullable(Uuid, { description: 'A guest, as a contact.' }),
    vendorId: Nullable(Uuid, { description: 'A vendor.' }),
  }),
})

const settings = {
  departmentId: Nullable(Uuid, { description: 'Whose the tasks are that come of it. null: the oldest department.' }),
  chatIntegrationId: Nullable(Uuid, { description: 'The chat workspace app through which others are told.' }),
  channel: Nullable(Line(200), { description: 'The channel that is told.', examples: ['C0123456789'] }),
  fallbackChannel: Nullable(Line(200), { description: 'The one that is told when that one cannot be.' }),
  tools: Nullable(Type.Array(Line(100), { maxItems: 100, uniqueItems: true }), {
    description: 'The tools that a voice agent may use. null: create_task and search_knowledge.',
    examples: [['create_task', 'search_knowledge', 'get_task']],
  }),
  people: Nullable(Type.Array(Link, { maxItems: 500 }), {
    description:
      'Who of the other side is who: a member of the team, a guest or a vendor. Others are known by what the channel proves of them.',
  }),
  mailAuthority: Nullable(Line(200), {
    description:
      'The server whose word counts for who has sent a letter: the name with which its Authentication-Results begin. null: nobody is known by mail.',
    examples: ['mx.example.com'],
  }),
  releaseWorkflowId: Nullable(Uuid, {
    description: 'The workflow that the release-status command starts. It may only look.',
  }),
  sendUrl: Nullable(Type.String({ format: 'web-url', maxLength: 2000 }), {
    description: 'Where the app that forwards messages takes our answers.',
    examples: ['https://app.example.com/messages'],
  }),
  branch: Nullable(Line(200), { description: 'The branch that is read; the main one unless set.' }),
  folder: Nullable(Line(500), { description: 'Only files under it are read.', examples: ['docs'] }),
}

const SecretShown = Type.Object({
  name: oneOf(SECRET_NAMES),
  lastFour: Type.String({ description: 'All that is ever shown of it; empty for a short one.' }),
  previousUntil: Nullable(DateTime, { description: 'Until then the one before it is accepted too.' }),
})

const fixed = {
  id: Uuid,
  kind: oneOf(INTEGRATION_KINDS),
  secretsShown: Type.Array(SecretShown),
  isProven: Type.Boolean({
    description:
      'The accounts are known to be yours. What is signed with a secret of the whole installation comes only then.',
  }),
  createdAt: DateTime,
  updatedAt: DateTime,
}
const changeable = {
  name: Line(100, { examples: ['Front desk line'] }),
  status: oneOf(['active', 'paused']),
  accounts: Type.Array(Words(300), {
    maxItems: 50,
    uniqueItems: true,
    description:
      'What the other side calls the accounts: agent ids and numbers, an app id, a space, an inbox, an organization, a repository, a toolkit and its connection.',
    examples: [['agent_7f01', '+34910000002']],
  }),
  agentId: Nullable(Uuid, { description: 'The agent that answers what comes through it.' }),
  actsForId: Nullable(Uuid, {
    description: 'The member for whom the agent acts, with their rights and never more; whoever binds it unless said.',
  }),
}
const Settings = Type.Object(settings, { $id: 'IntegrationSettings' })
const SettingsChange = closed(optional(settings))

export const Integration = Type.Object({ ...fixed, ...changeable, settings: Settings }, { $id: 'Integration' })
export const IntegrationPage = Page(Integration, { $id: 'IntegrationPage' })
export const IntegrationQuery = closed({ kind: Type.Optional(fixed.kind), ...Paging })
export const IntegrationPath = closed({ workspaceId: WorkspaceId, integrationId: Uuid })
export const IntegrationCreate = closed(
  {
    kind: fixed.kind,
    name: changeable.name,
    ...optional({
      status: changeable.status,
      accounts: changeable.accounts,
      agentId: changeable.agentId,
      actsForId: changeable.actsForId,
      settings: SettingsChange,
      secrets: closed(optional(secrets)),
    }),
  },
  {
    $id: 'IntegrationCreate',
    examples: [
      {
        kind: 'bot_messenger',
        name: 'Guest bot',
        secrets: { webhookSecret: 'not-a-real-secret', botToken: '1:unreal' },
      },
    ],
  },
)
const nullable = Object.fromEntries(
  Object.entries(secrets).map(([name, schema]) => [name, Nullable(schema, { description: 'null takes it away.' })]),
) as { [Name in keyof typeof secrets]: ReturnType<typeof Nullable<ReturnType<typeof secret>>> }
export const IntegrationUpdate = closed(
  optional({ ...fixed, ...changeable, settings: SettingsChange, secrets: closed(optional(nullable)) }),
  { $id: 'IntegrationUpdate', examples: [{ status: 'paused' }] },
)
export const IntegrationCheck = Type.Object(
  {
    isWorking: Type.Boolean(),
    account: Nullable(Type.String(), {
      description: 'Who we are there, as the other side says; null when it says nothing.',
    }),
    problem: Nullable(Type.String(), { description: 'Why it does not work.' }),
  },
  { $id: 'IntegrationCheck' },
)
export const IntegrationDeleted = Type.Object(
  {
    ...Deleted.properties,
    revocation: oneOf(['revoked', 'none', 'failed'], {
      description: '`none`: nothing was allowed to us by a consent. `failed`: take it back over there by hand.',
    }),
    problem: Nullable(Type.String(), { description: 'Why it could not be taken back there.' }),
  },
  { $id: 'IntegrationDeleted' },
)
export const VerificationToken = Type.Object(
  { verificationToken: Nullable(Type.String()) },
  { $id: 'VerificationToken' },
)

export const INTEGRATION_FIXED = fixed
export const INTEGRATION_FIELDS = Object.keys(Integration.properties)

export type Integration = Static<typeof Integration>
export type IntegrationKind = Integration['kind']
export type IntegrationSettings = Static<typeof Settings>
export type IntegrationQuery = Static<typeof IntegrationQuery>
export type IntegrationCreate = Static<typeof IntegrationCreate>
export type IntegrationUpdate = Static<typeof IntegrationUpdate>
export type IntegrationCheck = Static<typeof IntegrationCheck>
export type IntegrationDeleted = Static<typeof IntegrationDeleted>
export type SecretName = keyof typeof secrets
export type SecretShown = Static<typeof SecretShown>
