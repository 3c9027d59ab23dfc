import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import type { ChatToken } from './chat-oauth.service.ts'
import * as integrations from './integration.queries.ts'
import type { IntegrationKind } from './integration.schema.ts'
import { boundTo, keepFinders, NO_SETTINGS, openedOf, sealed, trace, UNBOUND } from './integration.service.ts'

const failures = defineFailures({
  integration_account_elsewhere: {
    status: 409,
    text: 'This account is connected to another workspace. Remove it there first.',
  },
})

/** What somebody at the other side has allowed, as we heard it from the other side itself. */
interface Grant {
  kind: IntegrationKind
  name: string
  account: string
  /** Who answers there; null when it is the whole workspace's. */
  agentId: string | null
  botToken?: ChatToken
}

/** The account is proven to be the workspace's from now on. Granted again, it is the same integration with the new token. */
export function keepGranted(ctx: WorkspaceCtx, grant: Grant): Promise<void> {
  const { kind, name, account, agentId, botToken } = grant
  return inTransaction(ctx, async (ctx) => {
    const claimants = await integrations.lockAccount(ctx, kind, `account:${account}`)
    if (claimants.some(({ isProven, workspaceId }) => isProven && workspaceId !== ctx.workspaceId))
      fail(failures.integration_account_elsewhere)
    const own = claimants.find(({ workspaceId }) => workspaceId === ctx.workspaceId)
    const found = own && (await integrations.lockIntegration(ctx, own.id))
    // Told again what is known: a callback that is opened twice changes nothing.
    if (found?.isProven === true && botToken === undefined) return
    const id = found?.id ?? newId()
    const secrets = { ...(found && openedOf(ctx, found)), ...(botToken && { botToken }) }
    // What else it claims is only said to be the workspace's, unless that was proven before.
    const accounts = found?.isProven === true ? found.accounts : [account]
    const bound = boundTo(ctx, found ?? UNBOUND, { agentId })
    const row = { accounts, ...bound, isProven: true, status: 'active', ...sealed(ctx, id, secrets) }
    if (found) await integrations.saveIntegration(ctx, id, { ...row, refreshingUntil: null })
    else await integrations.insertIntegration(ctx, { id, kind, name, settings: JSON.stringify(NO_SETTINGS), ...row })
    await keepFinders(ctx, { id, kind, accounts, secrets })
    await trace(ctx, found ? 'integration.updated' : 'integration.created', id, { kind, account, agentId })
  })
}
