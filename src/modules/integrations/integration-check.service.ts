import type { WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import type { IntegrationCheck, IntegrationKind, SecretName } from './integration.schema.ts'
import { getIntegration } from './integration.service.ts'
import type { Receiver } from './receiver.service.ts'
import { findWriter } from './token-rotation.service.ts'
import { connectionProblem, fetchConnection } from './tool-connector.service.ts'
import { callVendor } from './vendor-call.service.ts'

interface Question {
  secret: SecretName
  method?: 'GET' | 'POST'
  url(ctx: WorkspaceCtx, token: string, receiver: Receiver): string
  headers?(token: string): Record<string, string>
  /** Who we are there. */
  account: readonly string[]
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

/** What tells, without changing anything, whether the credential that we write and read with is good. */
const QUESTIONS: { readonly [Kind in IntegrationKind]?: Question } = {
  chat_workspace_app: {
    secret: 'botToken',
    url: ({ services }) => `${services.settings.vendorUrls.slack}/auth.test`,
    headers: bearer,
    account: ['user'],
  },
  bot_messenger: {
    secret: 'botToken',
    url: ({ services }, token) => `${services.settings.vendorUrls.telegram}/bot${token}/getMe`,
    account: ['result', 'username'],
  },
  agent_mail: {
    secret: 'apiKey',
    method: 'GET',
    url: ({ services }, _token, { accounts }) =>
      `${services.settings.vendorUrls.agentMail}/v0/inboxes/${encodeURIComponent(accounts[0] ?? '')}`,
    headers: bearer,
    account: ['inbox_id'],
  },
  notes_workspace: {
    secret: 'apiKey',
    method: 'GET',
    url: ({ services }) => `${services.settings.vendorUrls.notion}/v1/users/me`,
    headers: (token) => ({ ...bearer(token), 'notion-version': '2022-06-28' }),
    account: ['name'],
  },
  code_host: {
    secret: 'apiKey',
    method: 'GET',
    url: ({ services }, _token, { accounts }) =>
      `${services.settings.vendorUrls.github}/repos/${(accounts[0] ?? '').split('/').map(encodeURIComponent).join('/')}`,
    headers: bearer,
    account: ['full_name'],
  },
}

/** Asks the other side who we are. Where it cannot be asked, that the secrets can be read is all there is to say. */
export async function checkIntegration(ctx: WorkspaceCtx, integrationId: string): Promise<IntegrationCheck> {
  const { secretsShown, ...found } = await getIntegration(ctx, integrationId)
  try {
    const receiver = await findWriter(ctx, found.id)
    if (!receiver) return broken('The integration is paused.')
    const unreadable = secretsShown.find(({ name }) => receiver.secrets(name).length === 0)
    if (unreadable) return broken(`${unreadable.name} was kept under another server secret. Set it again.`)
    return await (receiver.kind === 'tool_connector' ? checkConnection : askWhoWeAre)(ctx, receiver)
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error
    return broken(errorText(error))
  }
}

async function askWhoWeAre(ctx: WorkspaceCtx, receiver: Receiver): Promise<IntegrationCheck> {
  const question = QUESTIONS[receiver.kind]
  const [token] = question ? receiver.secrets(question.secret) : []
  if (!question || token === undefined) return { isWorking: true, account: null, problem: null }
  const { status, body } = await callVendor(ctx, question.url(ctx, token, receiver), {
    vendor: 'The other side',
    method: question.method ?? 'POST',
    ...(question.headers && { headers: question.headers(token) }),
  })
  const said = (body ?? {}) as { ok?: unknown; error?: unknown; description?: unknown }
  if (status >= 300 || said.ok === false)
    return broken(`The other side refused: ${String(said.error ?? said.description ?? `status ${status}`)}`)
  return { isWorking: true, account: accountIn(body, question.account), problem: null }
}

async function checkConnection(ctx: WorkspaceCtx, { accounts: [account = ''] }: Receiver): Promise<IntegrationCheck> {
  const [toolkit = '', id = ''] = account.split('/')
  const connection = await fetchConnection(ctx, id)
  const problem = connection ? connectionProblem(connection) : 'The connection is gone there. Connect again.'
  return problem === undefined ? { isWorking: true, account: toolkit, problem: null } : broken(problem)
}

function broken(problem: string): IntegrationCheck {
  return { isWorking: false, account: null, problem }
}

function accountIn(body: unknown, names: readonly string[]): string | null {
  const found = names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body)
  return typeof found === 'string' ? found : null
}
