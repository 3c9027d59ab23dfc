import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import type { ChatToken } from './chat-oauth.service.ts'
import { finderOfAccount } from './finder.ts'
import * as integrations from './integration.queries.ts'
import type { IntegrationKind, SecretName } from './integration.schema.ts'
import {
  boundTo,
  keepFinders,
  NO_SETTINGS,
  sealed,
  secretsAfter,
  trace,
  traceBinding,
  UNBOUND,
} from './integration.service.ts'

const failures = defineFailures({
  integration_account_elsewhere: {
    status: 409,
    text: 'This account is connected to another workspace. Remove it there first.',
  },
  integration_secret_closed: {
    status: 409,
    text: 'A secret of this integration was kept under another JWT_SECRET and cannot be opened.',
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
    const claimants = await integrations.lockAccount(ctx, kind, finderOfAccount(kind, account))
    if (claimants.some(({ isProven, workspaceId }) => isProven && workspaceId !== ctx.workspaceId))
      fail(failures.integration_account_elsewhere)
    const own = claimants.find(({ workspaceId }) => workspaceId === ctx.workspaceId)
    const found = own && (await integrations.lockIntegration(ctx, own.id))
    // Told again what is known: a callback that is opened twice changes nothing.
    if (found?.isProven === true && botToken === undefined) return
    const id = found?.id ?? newId()
    const granted = botToken ? { botToken } : {}
    const { secrets, areNew, areClosed, lost } = found
      ? secretsAfter(ctx, found, granted)
      : { secrets: granted, areNew: true, areClosed: false, lost: undefined }
    if (found && lost) fail(failures.integration_secret_closed, { detail: wayOut(found.name, lost) })
    // What else it claims is only said to be the workspace's, unless that was proven before.
    const accounts = found?.isProven === true ? found.accounts : [account]
    const bound = boundTo(ctx, found ?? UNBOUND, { agentId })
    const row = { accounts, ...bound, isProven: true, status: 'active', ...(areNew && sealed(ctx, id, secrets)) }
    if (found) await integrations.saveIntegration(ctx, id, { ...row, refreshingUntil: null })
    else await integrations.insertIntegration(ctx, { id, kind, name, settings: JSON.stringify(NO_SETTINGS), ...row })
    await keepFinders(ctx, { id, kind, accounts, secrets, areClosed })
    await trace(ctx, found ? 'integration.updated' : 'integration.created', id, { kind, account, agentId })
    await traceBinding(ctx, id, found ?? UNBOUND, bound)
  })
}

function wayOut(name: string, lost: SecretName): string {
  return `The integration “${name}” has a ${lost} that was kept under another JWT_SECRET and would be lost. Start with that JWT_SECRET again, or send the integration its secrets anew (null takes one away), and then connect it again.`
}
