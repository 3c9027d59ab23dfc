import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listSecrets } from './secret.queries.ts'
import * as schema from './secret.schema.ts'
import * as secrets from './secret.service.ts'

const { workflow_secret_not_found, workflow_secret_exists, workflow_secrets_too_many, workflow_secret_too_large } =
  secrets.failures
const about = { tag: 'Workflow secrets', access: { role: 'admin' } } as const
const LIST = '/workspaces/:workspaceId/workflow-secrets'

export const listWorkflowSecrets = operation({
  ...about,
  id: 'listWorkflowSecrets',
  summary: 'List the names of secrets that workflows can use',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.SecretQuery,
  reply: schema.WorkflowSecretPage,
  run: (ctx, query) => listSecrets(ctx, query),
})

export const setWorkflowSecret = operation({
  ...about,
  id: 'setWorkflowSecret',
  summary: 'Set a secret',
  description:
    'One that has this name is replaced, unless `replace` is false. Kept as ciphertext and never shown again. Runs that are under way have it from their next step on.',
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.WorkflowSecretWrite,
  reply: schema.WorkflowSecret,
  status: 201,
  repeatable: true,
  errors: [workflow_secret_exists, workflow_secrets_too_many, workflow_secret_too_large],
  run: (ctx, input) => secrets.setSecret(ctx, input),
})

export const deleteWorkflowSecret = operation({
  ...about,
  id: 'deleteWorkflowSecret',
  summary: 'Remove a secret',
  rest: { method: 'DELETE', path: `${LIST}/:secretId` },
  params: schema.SecretPath,
  reply: Deleted,
  errors: [workflow_secret_not_found],
  run: (ctx, { secretId }) => secrets.deleteSecret(ctx, secretId),
})
