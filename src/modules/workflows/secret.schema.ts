import { Type, type Static } from 'typebox'
import { closed, DateTime, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const NAME = Type.String({
  pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$',
  description: 'What documents call it: `use.secrets` names it, `$secrets` has it.',
  examples: ['PARTNER_KEY'],
})

const ID = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const AT = '2026-11-15T09:30:00.000Z'
export const WorkflowSecret = Type.Object(
  { id: Uuid, name: NAME, createdAt: DateTime, updatedAt: DateTime },
  { $id: 'WorkflowSecret', examples: [{ id: ID, name: 'PARTNER_KEY', createdAt: AT, updatedAt: AT }] },
)
export const WorkflowSecretPage = Page(WorkflowSecret, { $id: 'WorkflowSecretPage' })
export const WorkflowSecretWrite = closed(
  {
    name: NAME,
    value: Type.Union([
      Type.String({ minLength: 1, maxLength: 8192 }),
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'The fields of an authentication, such as username and password.',
      }),
    ]),
    replace: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'false: refused with 409 when there is one of this name, so that nothing is overwritten unseen.',
      }),
    ),
  },
  { $id: 'WorkflowSecretWrite', examples: [{ name: 'PARTNER_KEY', value: 'sk-1f9d' }] },
)
export const SecretQuery = closed(Paging)
export const SecretPath = closed({ workspaceId: WorkspaceId, secretId: Uuid })

export type WorkflowSecret = Static<typeof WorkflowSecret>
export type WorkflowSecretWrite = Static<typeof WorkflowSecretWrite>
