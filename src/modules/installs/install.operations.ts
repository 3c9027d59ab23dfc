import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { linkChatInstall } from './chat-install.service.ts'
import { agentFailures, failures } from './install-access.service.ts'
import { ChatInstall, InstallLink, ToolConnect } from './install.schema.ts'
import { failures as toolFailures, linkToolConnection } from './tool-connection.service.ts'

const about = { tag: 'Integrations', access: { role: 'admin' } } as const
const PATH = '/workspaces/:workspaceId/integrations'

export const startChatInstall = operation({
  ...about,
  id: 'startChatInstall',
  summary: 'Get a link that connects a chat workspace to an agent or to the whole workspace',
  description: 'Open it in your own browser: it is good once and for ten minutes.',
  rest: { method: 'POST', path: `${PATH}/chat-installs` },
  params: WorkspacePath,
  body: ChatInstall,
  reply: InstallLink,
  secrets: ['url'],
  errors: [agentFailures.agent_not_found, failures.install_unavailable],
  run: (ctx, input) => linkChatInstall(ctx, input),
})

export const startToolConnection = operation({
  ...about,
  id: 'startToolConnection',
  summary: 'Get a link that connects an account of a toolkit through the tool connector',
  rest: { method: 'POST', path: `${PATH}/tool-connections` },
  params: WorkspacePath,
  body: ToolConnect,
  reply: InstallLink,
  secrets: ['url'],
  outsideTransaction: true,
  errors: [agentFailures.agent_not_found, toolFailures.tool_connector_refused],
  run: (ctx, input) => linkToolConnection(ctx, input),
})
