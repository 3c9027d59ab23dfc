import type { Ctx, WorkspaceCtx } from '#core/context.ts'
import { coreFailures, fail } from '#core/errors.ts'
import type { ChatApp } from '#core/services.ts'
import { exchangeCode } from '#modules/integrations/chat-oauth.service.ts'
import { keepGranted } from '#modules/integrations/granted.service.ts'
import { agentNamed, enterAsAdmin, failures, usePass } from './install-access.service.ts'
import { newPass, readPass, writePass, type Install } from './install-pass.ts'
import type { ChatInstall, InstallLink } from './install.schema.ts'

const ROOT = '/v1/integrations/chat-workspace-app'

const READS = 'read what is written in channels and talks that it is in'
const KNOWS = 'see who people are, with their e-mail addresses'

/** What the app does in a chat, as the chat calls it and as people are told it. */
const SCOPES: Readonly<Record<string, string>> = {
  'app_mentions:read': 'hear what is said to it',
  'channels:history': READS,
  'chat:write': 'write in its own name',
  commands: 'answer its commands',
  'groups:history': READS,
  'im:history': READS,
  'mpim:history': READS,
  'users:read': KNOWS,
  'users:read.email': KNOWS,
}

export const CHAT_GRANTS = { vendor: 'Slack', allows: [...new Set(Object.values(SCOPES))] }

/** A link for the browser of an administrator, which cannot show a session otherwise. */
export async function linkChatInstall(ctx: WorkspaceCtx, { agentId = null }: ChatInstall): Promise<InstallLink> {
  if (ctx.principal.kind !== 'user') fail(coreFailures.invalid_token)
  const { workspaceId, services, now } = ctx
  const agent = await agentNamed(ctx, agentId)
  appOf(ctx)
  const pass = newPass({ workspaceId, agentId: agent, userId: ctx.principal.userId }, now)
  const link = writePass(services.signer, 'install-link', pass)
  const query = new URLSearchParams({ workspace_id: workspaceId, ...(agent !== null && { agent_id: agent }), link })
  const path = agent === null ? `${ROOT}/workspace/install` : `${ROOT}/install`
  return { url: `${services.settings.baseUrl}${path}?${query}`, expiresAt: pass.expiresAt.toISOString() }
}

/** What a browser asks for; nobody has proven anything yet. */
type Asked = Omit<Install, 'userId'>

/** The browser of an administrator who was given a link: where it goes next. */
export async function beginByLink(ctx: Ctx, asked: Asked, link: string, browser: string): Promise<string> {
  const pass = readPass(ctx.services.signer, 'install-link', link) ?? fail(failures.install_not_begun_here)
  if (pass.workspaceId !== asked.workspaceId || pass.agentId !== asked.agentId) fail(failures.install_not_begun_here)
  await usePass(ctx, pass)
  return consentAddress(ctx, pass, browser)
}

/** Somebody who has just signed in: where the browser goes next. */
export async function beginAs(ctx: Ctx, userId: string, asked: Asked, browser: string): Promise<string> {
  const inside = await enterAsAdmin(ctx, { ...asked, userId })
  return consentAddress(ctx, { ...asked, agentId: await agentNamed(inside, asked.agentId), userId }, browser)
}

/** The browser is back with a code. Answers what is connected now, in a sentence. */
export async function finishChatInstall(
  ctx: Ctx,
  { code, state, isForWorkspace }: { code: string; state: string; isForWorkspace: boolean },
  browser: string,
): Promise<string> {
  const app = appOf(ctx)
  const pass = readPass(ctx.services.signer, 'install-state', state, browser) ?? fail(failures.install_not_begun_here)
  if ((pass.agentId === null) !== isForWorkspace) fail(failures.install_not_begun_here)
  const inside = await usePass(ctx, pass)
  const { agentId } = pass
  const { account, teamName, token } = await exchangeCode(inside, app, { code, redirectUri: callbackOf(ctx, agentId) })
  const name = `Chat of ${teamName}`.slice(0, 100)
  await keepGranted(inside, { kind: 'chat_workspace_app', name, account, agentId, botToken: token })
  return `The chat of ${teamName} is connected to the workspace ${pass.workspaceId}.`
}

function consentAddress(ctx: Ctx, install: Install, browser: string): string {
  const { clientId } = appOf(ctx)
  const query = new URLSearchParams({
    client_id: clientId,
    scope: Object.keys(SCOPES).join(','),
    redirect_uri: callbackOf(ctx, install.agentId),
    state: writePass(ctx.services.signer, 'install-state', newPass(install, ctx.now), browser),
  })
  return `${ctx.services.settings.vendorUrls.slackAuthorize}?${query}`
}

function callbackOf({ services }: Ctx, agentId: string | null): string {
  return `${services.settings.baseUrl}${ROOT}${agentId === null ? '/workspace' : ''}/callback`
}

function appOf({ services }: Ctx): ChatApp {
  return services.settings.chatApp ?? fail(failures.install_unavailable)
}
