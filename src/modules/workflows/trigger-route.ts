import { Type } from 'typebox'
import { coreFailures } from '#core/errors.ts'
import { TROUBLE, type HostRoute } from '#core/host-route.ts'
import { closed, CustomFields, optional } from '#core/schema.ts'
import { failures } from './trigger-webhook.ts'

const Accepted = closed({
  status: Type.Literal('accepted', { description: 'Also for an unknown token.', examples: ['accepted'] }),
})

/** The address that starts a workflow, as the document of the host has it. */
export const triggerRoute: HostRoute = {
  id: 'triggerWorkflow',
  method: 'POST',
  path: '/v1/webhooks/trigger/:token',
  tag: 'Webhooks',
  summary: 'Starts the workflow that the token stands for',
  description: 'An unknown token is answered like one that works, so that nobody learns which ones do.',
  proofs: [],
  params: closed({ token: Type.String({ description: 'The token of the trigger.', examples: ['not-a-real-token'] }) }),
  headers: closed(
    optional({
      'idempotency-key': Type.String({
        description: 'Names the event: sent again it starts nothing new.',
        examples: ['order-1001'],
      }),
    }),
  ),
  bodies: { 'application/json': { schema: CustomFields, example: { order: 1001 } } },
  bodyOptional: true,
  answers: {
    200: {
      description: 'Taken, or the token is unknown.',
      content: { 'application/json': { schema: Accepted, example: { status: 'accepted' } } },
    },
  },
  failures: [
    failures.payload_mismatch,
    coreFailures.invalid_request,
    coreFailures.invalid_json,
    coreFailures.body_too_large,
    coreFailures.unsupported_media_type,
    coreFailures.rate_limited,
    ...TROUBLE,
  ],
}
