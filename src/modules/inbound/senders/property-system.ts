import { coreFailures, fail } from '#core/errors.ts'
import { parseJson } from '#core/json.ts'
import { headerIn } from '#core/webhook.ts'
import { isShown } from '#modules/inbound/proof.ts'
import type { Desk, Sender } from '#modules/inbound/sender.ts'

const SETTING = 'PROPERTY_SYSTEM_WEBHOOK_SECRET'

type Wake = (desk: Desk) => Promise<{ status: 'accepted'; eventId: string; duplicate: boolean }>

/** Says that it has news. The body is a hint and nothing more, so any JSON will do: we look for ourselves. */
export function propertySystem(wake: Wake): Sender {
  return {
    name: 'property-system',
    path: '/v1/webhooks/property-system',
    bodyBytesMax: 64 * 1024,
    secretIn: (received) => `${headerIn(received, 'x-webhook-secret')} ${headerIn(received, 'authorization')}`,
    async prove({ secrets }, received) {
      const known = secrets[SETTING] ?? []
      if (known.length === 0) received.log.warn({ setting: SETTING }, 'a webhook was refused: the setting is missing')
      return known.some((secret) => isShown(received, secret)) ? {} : fail(coreFailures.invalid_token)
    },
    async read({ bytes }, _proof, desk) {
      if (bytes.length > 0) parseJson(bytes, { mayRoundFractions: true })
      const body = await wake(desk)
      return { outcome: body.duplicate ? 'duplicate' : 'accepted', body }
    },
    handlers: {},
  }
}
