import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coreFailures, fail, Refusal } from '#core/errors.ts'
import { NobodyThere, type Received, type Webhook, type WebhookAnswer, type WebhookOutcome } from '#core/webhook.ts'
import { networkIn } from './admission.ts'
import type { Guess, Guesses } from './guesses.ts'
import { answerProblems } from './problems.ts'

interface Parts {
  webhooks: readonly Webhook[]
  now(): Date
  /** Counts one who could not prove who they are. */
  limit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  guesses: Guesses
  count(sender: string, outcome: WebhookOutcome | 'refused' | 'failed'): void
}

const UNCONNECTED = 'a webhook was refused: neither an integration nor the setting is there'
const UNCLAIMED = 'a webhook was refused: no integration claims the account that it names, and the setting is not there'

/** What outside systems call. The body is kept as it came until its sender is known. */
export function mountWebhooks(app: FastifyInstance, parts: Parts): void {
  void app.register(async (scope) => {
    answerProblems(scope, 422)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const webhook of parts.webhooks) {
      scope.route({
        method: 'POST',
        url: webhook.path,
        bodyLimit: webhook.bodyBytesMax,
        handler: (request, reply) => answer(parts, webhook, request, reply),
      })
    }
  })
}

async function answer(
  { limit, guesses, count, now }: Parts,
  webhook: Webhook,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, secretIn } = webhook
  let given: WebhookAnswer
  let guess: Guess | undefined
  try {
    const received = receivedIn(request, now())
    guess = secretIn && { door: name, secret: secretIn(received), request, reply }
    if (guess) await guesses.admit(guess)
    given = await webhook.receive(received)
    if (guess) guesses.noteRight(guess)
  } catch (error) {
    const isRefused = error instanceof Refusal && error.failure === coreFailures.invalid_token
    count(name, isRefused ? 'refused' : 'failed')
    if (isRefused && guess) await guesses.countWrong(guess, !(error instanceof NobodyThere))
    else if (isRefused) await limit(request, reply)
    // After the count: who goes on for ever does not fill the log too.
    if (error instanceof NobodyThere) request.log.warn(error.lacking, error.isNamed ? UNCLAIMED : UNCONNECTED)
    throw error
  }
  count(name, given.outcome)
  const type = typeof given.body === 'string' ? 'text/plain' : 'application/json'
  return reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-store').send(given.body)
}

function receivedIn(request: FastifyRequest, now: Date): Received {
  const { headers, query, params, body, id, log } = request
  // What was compressed or recoded on the way is not what was signed.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') fail(coreFailures.unsupported_media_type)
  return {
    headers: textsIn(headers),
    query: knownTextsIn(query as object),
    params: knownTextsIn(params as object),
    bytes: body instanceof Buffer ? body : Buffer.alloc(0),
    address: networkIn(request),
    requestId: id,
    now,
    log,
  }
}

/** No stored name or secret can contain NUL or lone surrogates, so those get the same refusal as any wrong one. */
function knownTextsIn(values: object): Record<string, string> {
  const texts = textsIn(values)
  const isKept = Object.values(texts).every((text) => !text.includes('\0') && text.isWellFormed())
  return isKept ? texts : fail(coreFailures.invalid_token)
}

function textsIn(values: object): Record<string, string> {
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
