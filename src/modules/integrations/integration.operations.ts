import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listIntegrations as list } from './integration.queries.ts'
import * as schema from './integration.schema.ts'
import { checkIntegration } from './integration-check.service.ts'
import { removeIntegration } from './integration-removal.service.ts'
import * as integrations from './integration.service.ts'
import * as verification from './verification.service.ts'

const { integration_not_found, integration_inapplicable, integration_account_taken } = integrations.failures
const LIST = '/workspaces/:workspaceId/integrations'
const ITEM = `${LIST}/:integrationId`
const about = { tag: 'Integrations', access: { role: 'admin' } } as const

export const listIntegrations = operation({
  ...about,
  id: 'listIntegrations',
  summary: 'List integrations, newest first',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.IntegrationQuery,
  reply: schema.IntegrationPage,
  run: (ctx, query) => list(ctx, query),
})

export const createIntegration = operation({
  ...about,
  id: 'createIntegration',
  summary: 'Connect an outside system',
  description: 'Secrets are kept as ciphertext and never shown again.',
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.IntegrationCreate,
  reply: schema.Integration,
  status: 201,
  versioned: true,
  errors: [integration_inapplicable, integration_account_taken],
  run: (ctx, input) => integrations.createIntegration(ctx, input),
})

export const getIntegration = operation({
  ...about,
  id: 'getIntegration',
  summary: 'Read an integration',
  rest: { method: 'GET', path: ITEM },
  params: schema.IntegrationPath,
  reply: schema.Integration,
  versioned: true,
  errors: [integration_not_found],
  run: (ctx, { integrationId }) => integrations.getIntegration(ctx, integrationId),
})

export const updateIntegration = operation({
  ...about,
  id: 'updateIntegration',
  summary: 'Rename, pause or resume an integration, or give it new secrets',
  description:
    '`settings` and `secrets` merge one level. After a change of the secret that proves deliveries the old one is accepted for a week.',
  rest: { method: 'PATCH', path: ITEM },
  params: schema.IntegrationPath,
  body: schema.IntegrationUpdate,
  reply: schema.Integration,
  versioned: true,
  settlesCredentials: true,
  errors: [integration_not_found, integration_inapplicable, integration_account_taken],
  run: (ctx, { integrationId, ...changes }) => integrations.updateIntegration(ctx, integrationId, changes),
})

export const deleteIntegration = operation({
  ...about,
  id: 'deleteIntegration',
  summary: 'Forget an integration and its secrets',
  description:
    'What it has brought stays. What a consent at the other side gave us is taken back there; the answer tells whether that worked.',
  rest: { method: 'DELETE', path: ITEM },
  params: schema.IntegrationPath,
  reply: schema.IntegrationDeleted,
  conditional: true,
  outsideTransaction: true,
  settlesCredentials: true,
  errors: [integration_not_found],
  run: (ctx, { integrationId }) => removeIntegration(ctx, integrationId),
})

export const showVerificationToken = operation({
  ...about,
  id: 'showVerificationToken',
  summary: 'Show the token that the notes workspace has sent, to be entered there',
  description: 'Only until the first delivery that is signed with it.',
  rest: { method: 'POST', path: `${ITEM}/verification-token` },
  params: schema.IntegrationPath,
  reply: schema.VerificationToken,
  secrets: ['verificationToken'],
  errors: [integration_not_found, verification.failures.verification_token_missing],
  run: (ctx, { integrationId }) => verification.showVerificationToken(ctx, integrationId),
})

export const testIntegration = operation({
  ...about,
  id: 'testIntegration',
  summary: 'See whether an integration works, by asking the other side',
  rest: { method: 'POST', path: `${ITEM}/test` },
  params: schema.IntegrationPath,
  reply: schema.IntegrationCheck,
  outsideTransaction: true,
  errors: [integration_not_found],
  run: (ctx, { integrationId }) => checkIntegration(ctx, integrationId),
})
