import type { Ctx, WorkspaceCtx } from '#core/context.ts'
import { coreFailures, fail } from '#core/errors.ts'
import type { ChatApp } from '#core/services.ts'
import { exchangeCode } from '#modules/integrations/chat-oauth.service.ts'
import { keepGranted } from '#modules/integrations/granted.service.ts'
import { agentToRun } from '#modules/agents/agent.service.ts'
import { agentNamed, checkPass, enterAsAdmin, failures, usePass } from './install-access.service.ts'
import { newPass, readPass, writePass, type Install, type InstallPass } from './install-pass.ts'
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
  const agent = await agentNamed(ctx, agentId)
  appOf(ctx)
  const { url, expiresAt } = linkFor(ctx, {
    workspaceId: ctx.workspaceId,
    agentId: agent,
    userId: ctx.principal.userId,
  })
  return { url, expiresAt: expiresAt.toISOString() }
}

function linkFor({ services, now }: Ctx, install: Install): { url: string; expiresAt: Date } {
  const { workspaceId, agentId } = install
  const pass = newPass(install, now)
  const link = writePass(services.signer, 'install-link', pass)
  const query = new URLSearchParams({ workspace_id: workspaceId, ...(agentId !== null && { agent_id: agentId }), link })
  const path = agentId === null ? `${ROOT}/workspace/install` : `${ROOT}/install`
  return { url: `${services.settings.baseUrl}${path}?${query}`, expiresAt: pass.expiresAt }
}

/** What a browser asks for; nobody has proven anything yet. */
type Asked = Omit<Install, 'userId'>

function passIn(ctx: Ctx, asked: Asked, link: string): InstallPass {
  const pass = readPass(ctx.services.signer, 'install-link', link) ?? fail(failures.install_not_begun_here)
  if (pass.workspaceId !== asked.workspaceId || pass.agentId !== asked.agentId) fail(failures.install_not_begun_here)
  return pass
}

/** The agent that a link would bind: its holder reads what the agent can do before going on. */
export async function agentByLink(ctx: Ctx, asked: Asked, link: string): Promise<{ name: string; tools: string[] }> {
  const { inside, pass } = await checkPass(ctx, passIn(ctx, asked, link))
  return agentToRun(inside, pass.agentId ?? '')
}

/** Uses up the link that an administrator opened. Returns where their browser goes next. */
export async function beginByLink(ctx: Ctx, asked: Asked, link: string, browser: string): Promise<string> {
  const pass = passIn(ctx, asked, link)
  await usePass(ctx, pass)
  return consentAddress(ctx, pass, browser)
}

/** Somebody who has just signed in: where the browser goes next. */
export async function beginAs(ctx: Ctx, userId: string, asked: Asked, browser: string): Promise<string> {
  const inside = await enterAsAdmin(ctx, { ...asked, userId })
  const install = { ...asked, agentId: await agentNamed(inside, asked.agentId), userId }
  // Before an agent is bound, the administrator reads what it can do.
  return install.agentId === null ? consentAddress(ctx, install, browser) : linkFor(ctx, install).url
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
