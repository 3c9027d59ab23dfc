import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sameText } from '#core/crypto.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { answerProblems } from './problems.ts'

const BODY_BYTES_MAX = 64 * 1024
const SETTING = 'PROPERTY_SYSTEM_WEBHOOK_SECRET'

interface Parts {
  /** Undefined refuses everybody. */
  secret: string | undefined
  limit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  wake(): Promise<{ status: 'accepted'; eventId: string; duplicate: boolean }>
}

/** A property system says that it has news. The body is a hint and nothing more, so any JSON will do. */
export function mountPollWebhook(app: FastifyInstance, { secret, limit, wake }: Parts): void {
  void app.register(async (scope) => {
    answerProblems(scope, 400)
    scope.route({
      method: 'POST',
      url: '/v1/webhooks/property-system',
      bodyLimit: BODY_BYTES_MAX,
      onRequest: async (request, reply) => {
        if (!secret) request.log.warn({ setting: SETTING }, 'a webhook was refused: the setting is missing')
        if (secret && isAdmitted(request, secret)) return
        await limit(request, reply)
        fail(coreFailures.invalid_token)
      },
      handler: () => wake(),
    })
  })
}

/** As a bearer, or in the header that systems without one can set. */
function isAdmitted({ headers }: FastifyRequest, secret: string): boolean {
  const given = headers['x-webhook-secret']
  const isBearer = sameText(headers.authorization ?? '', `Bearer ${secret}`)
  return sameText(typeof given === 'string' ? given : '', secret) || isBearer
}
