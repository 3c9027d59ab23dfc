import { showsSecret } from '#core/bearer.ts'
import { sameText } from '#core/crypto.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { oneLine, shortened } from '#core/plain-text.ts'
import { hmac, isHexOf } from '#core/signature.ts'
import { headerIn, type Received } from '#core/webhook.ts'
import { fieldsAt, listAt, numberAt, objectIn, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Desk, Sender } from '#modules/inbound/sender.ts'
import { callVendor } from '#modules/integrations/vendor-call.service.ts'

const SETTING = 'TRACING_WEBHOOK_SECRET'
const SECRET_HEADERS = ['x-tracing-webhook-secret', 'x-langsmith-webhook-secret']
const TIMEOUT_SECONDS = 4

/** What watches our agents tells us; the operator's chat is told, and nothing is kept. */
function tracing(name: 'alert' | 'quality' | 'engine', wordsOf: (body: Fields) => string): Sender {
  return {
    name: `tracing-${name}`,
    path: `/v1/internal/tracing/${name}-webhook`,
    secretIn: (received) => `${headerIn(received, ...SECRET_HEADERS)} ${headerIn(received, 'authorization')}`,
    async prove({ secrets }, received) {
      const known = secrets[SETTING] ?? []
      if (known.length === 0) received.log.warn({ setting: SETTING }, 'a webhook was refused: the setting is missing')
      const isKnown = known.some(
        (secret) => isShown(received, secret) || (name === 'engine' && isEngine(received, secret)),
      )
      return isKnown ? {} : fail(coreFailures.invalid_token)
    },
    async read(received, _proof, desk) {
      const status = await tell(desk, received, wordsOf(objectIn(received)))
      return { outcome: status === 'ignored' ? 'ignored' : 'answered', body: { status } }
    },
    handlers: {},
  }
}

function isShown(received: Received, secret: string): boolean {
  return sameText(headerIn(received, ...SECRET_HEADERS), secret)
}

function isEngine(received: Received, secret: string): boolean {
  const signature = headerIn(received, 'x-tracing-signature', 'x-langsmith-signature').replace(/^sha256=/, '')
  const isBearer = showsSecret(headerIn(received, 'authorization'), secret)
  return isBearer || isHexOf(hmac(secret, received.bytes), signature)
}

/**
 * Ignored when there is nobody to tell. What could not be told is for the sender to try again; a chat that takes its
 * time is told after the sender has its answer.
 */
async function tell(desk: Desk, { log }: Received, text: string): Promise<'forwarded' | 'forwarding' | 'ignored'> {
  const { services, background, answerMillis: millis } = desk
  const url = services.settings.operatorChatUrl
  if (url === undefined) {
    log.warn({ setting: 'OPERATOR_CHAT_URL' }, 'nobody is told what was traced: the setting is missing')
    return 'ignored'
  }
  const call = { vendor: 'The chat of the operator', json: { text }, timeoutSeconds: TIMEOUT_SECONDS }
  const forward = async (): Promise<'forwarded'> => {
    const { status } = await callVendor({ services }, url, call).catch(unavailable)
    return status < 400 ? 'forwarded' : unavailable(new Error(`the chat of the operator answered ${status}`))
  }
  return background.within<'forwarded' | 'forwarding'>(forward, { lane: 'tracing', millis, late: () => 'forwarding' })
}

function unavailable(cause: unknown): never {
  return fail(coreFailures.unavailable, { cause })
}

const line = (value: unknown, ...names: string[]): string => shortened(oneLine(textAt(value, ...names) ?? ''), 300)

export const tracingAlerts = tracing('alert', (body) => {
  const [value, threshold] = [numberAt(body, 'triggered_metric_value'), numberAt(body, 'triggered_threshold')]
  const measured = value === undefined ? '' : ` is ${value}${threshold === undefined ? '' : `, more than ${threshold}`}`
  return `Alert ${line(body, 'alert_rule_name')} in ${line(body, 'project_name')}: ${line(body, 'alert_rule_attribute')}${measured}.`
})

/** Only how many, never what was said in them. */
export const tracingQuality = tracing('quality', (body) => {
  const scores = Object.entries(fieldsAt(body, 'feedback_stats')).map(([key, stat]) => {
    const average = numberAt(stat, 'avg')
    return average === undefined ? oneLine(key) : `${oneLine(key)} ${average}`
  })
  const runs = listAt(body, 'runs').length
  return `Quality rule ${line(body, 'rule_id')}: ${runs} runs. ${scores.slice(0, 10).join(', ')}`.trim()
})

export const tracingEngine = tracing('engine', (body) => {
  const [issue, kind] = [fieldsAt(body, 'data', 'object'), line(body, 'type')]
  const about = [line(issue, 'name') || line(issue, 'error_message'), line(issue, 'description'), line(issue, 'url')]
  return [`${kind} in ${line(issue, 'session_name')}`, ...about].filter((part) => part !== '').join('\n')
})
