import { Type, type TObject } from 'typebox'
import { coreFailures } from '#core/errors.ts'
import type { HostAnswer, HostRoute } from '#core/host-route.ts'
import { closed, WorkspaceId } from '#core/schema.ts'

const CHAT = '/v1/integrations/chat-workspace-app'
const Text = (lengthMax: number, options: object = {}): ReturnType<typeof Type.String> =>
  Type.String({ minLength: 1, maxLength: lengthMax, ...options })

const InstallOfWorkspace = closed({
  workspace_id: WorkspaceId,
  link: Type.Optional(
    Text(2000, { description: 'From the console, in place of signing in.', examples: ['from-the-console'] }),
  ),
})
const InstallOfAgent = closed({
  workspace_id: WorkspaceId,
  agent_id: Text(110, { description: 'Id or slug of the agent that answers there.', examples: ['guest-desk'] }),
  link: InstallOfWorkspace.properties.link,
})
export const ChatCallback = closed({
  code: Text(1000, { description: 'What the token of the bot is given for.', examples: ['4123.9872.abc'] }),
  state: Text(2000, { description: 'What the install was begun with.', examples: ['from-the-install'] }),
})
export const ToolCallback = closed({
  state: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9-]{1,63}:[^:\\s]{0,110}:[^:\\s]{1,100}$',
      description: '`workspace_id:agent_id:toolkit`; the middle may be empty. Only a hint.',
      examples: ['seaside-homes::gmail'],
    }),
  ),
  connected_account_id: Text(200, {
    description: 'The connection that the connector is asked about.',
    examples: ['ca_1'],
  }),
})
export const SignIn = closed({
  email: Text(254, { description: 'Of an administrator of the workspace.', examples: ['ada@example.com'] }),
  password: Text(1000, { description: 'Of that account.', examples: ['not-a-real-password'] }),
})

const page = (description: string): HostAnswer => ({ description, content: { 'text/html': { schema: Type.String() } } })
const pages = {
  403: page('Not an administrator, or the link or state is of another browser, used, or older than ten minutes.'),
  404: page('There is no such agent.'),
  409: page(
    'The operator has no app there, the account belongs to another workspace, or a secret kept with it cannot be opened.',
  ),
  429: page('Too many requests.'),
  500: page('This cannot be answered.'),
  503: page('This cannot be answered right now.'),
}
const back = {
  ...pages,
  200: page('Connected, or not allowed: the page says which.'),
  502: page('The other side did not agree.'),
}
const about = { tag: 'Integrations', proofs: [], failures: [coreFailures.invalid_request] } as const
const onward = (description: string): HostAnswer => ({
  description,
  headers: { Location: 'The page of the other side.', 'Set-Cookie': 'What only this browser knows, for ten minutes.' },
})

function chatInstall(query: TObject, path: string, whose: 'Agent' | 'Workspace') {
  const shared = { ...about, path, query }
  const whom = whose === 'Agent' ? 'an agent' : 'the whole workspace'
  const open = {
    ...shared,
    id: `openChatInstall${whose}`,
    method: 'GET',
    summary: `Connect a chat to ${whom}`,
    description:
      whose === 'Agent'
        ? 'With a link from the console the page says what people outside could ask of the agent; without one it asks who is in front of it.'
        : 'With a link from the console the browser goes on at once; without one it is asked who is in front of it.',
    answers: {
      200: page('The page to sign in on, or to read before going on.'),
      302: onward('On to the chat.'),
      ...pages,
    },
  } as const satisfies HostRoute
  const signIn: HostRoute = {
    ...shared,
    id: `beginChatInstall${whose}`,
    method: 'POST',
    summary: `Take what an administrator filled in to connect a chat to ${whom}`,
    description: 'With a link from the console nothing is filled in.',
    bodies: { 'application/x-www-form-urlencoded': { schema: SignIn } },
    answers: {
      303: onward('On to the chat, or to what is read before.'),
      401: page('The e-mail or the password is wrong.'),
      413: page('Too large.'),
      415: page('Not a form.'),
      ...pages,
    },
  }
  return { open, signIn }
}

export const chatInstalls = [
  chatInstall(InstallOfAgent, `${CHAT}/install`, 'Agent'),
  chatInstall(InstallOfWorkspace, `${CHAT}/workspace/install`, 'Workspace'),
]

const chatCallback = (path: string, whose: 'Agent' | 'Workspace'): HostRoute => ({
  ...about,
  id: `finishChatInstall${whose}`,
  method: 'GET',
  path,
  summary: `Come back from the chat with a code for ${whose === 'Agent' ? 'an agent' : 'the whole workspace'}`,
  description:
    'The code is changed for a token of the bot. With `error` in place of a code the page says that nothing was changed.',
  query: ChatCallback,
  answers: back,
})

export const chatCallbacks = [
  { route: chatCallback(`${CHAT}/callback`, 'Agent'), isForWorkspace: false },
  { route: chatCallback(`${CHAT}/workspace/callback`, 'Workspace'), isForWorkspace: true },
]

export const toolCallback: HostRoute = {
  ...about,
  id: 'finishToolConnection',
  method: 'GET',
  path: '/v1/integrations/tool-connector/callback',
  summary: 'Come back from the tool connector',
  description:
    'The connector is asked whose the connection is, of what, and whether it works; nothing else is believed.',
  query: ToolCallback,
  answers: back,
}

export const installRoutes: readonly HostRoute[] = [
  ...chatInstalls.flatMap(({ open, signIn }) => [open, signIn]),
  ...chatCallbacks.map(({ route }) => route),
  toolCallback,
]
