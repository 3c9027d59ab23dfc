import { defineFailures, fail, type Failure } from '#core/errors.ts'
import { modelNamed, PURPOSES, type ModelOffer } from '#core/models.ts'
import type { Outbound } from '#core/outbound.ts'
import type { StoredProvider } from './ai-settings.queries.ts'
import type { AiProviderSet } from './ai-settings.schema.ts'
import { CAPABILITY_OF, EMBEDDED, type ChosenByWorkspace } from './model-choice.ts'

export const failures = defineFailures({
  ai_provider_inapplicable: { status: 422, text: 'A provider cannot be used as it was sent.' },
  ai_model_inapplicable: { status: 422, text: 'A model cannot be used for that purpose.' },
})

/** Refuses providers that could never answer, or must not be called. `before` is the one of the same name. */
export function refuseProvider(
  outbound: Outbound,
  { index, sent, before, isTwice }: { index: number; sent: AiProviderSet; before?: StoredProvider; isTwice: boolean },
): void {
  const refuse = refuser(failures.ai_provider_inapplicable, `/providers/${index}`)
  const { name, kind, baseUrl = null, apiKey } = sent
  if (isTwice || name === EMBEDDED) refuse('name', 'Each provider needs a name of its own, other than embedded.')
  if (kind === 'openai-compatible' && baseUrl === null) refuse('baseUrl', 'Needed for this kind of provider.')
  if (baseUrl !== null && /[?#]/.test(baseUrl)) refuse('baseUrl', 'Must have no query.')
  if (baseUrl !== null && !outbound.allows(baseUrl)) {
    refuse('baseUrl', 'Must be an https address on the public internet, or one that the operator has allowed.')
  }
  const hint = before?.apiKeyLastFour ?? null
  if (sent.apiKeyLastFour !== undefined && sent.apiKeyLastFour !== hint) refuse('apiKeyLastFour', 'Cannot be changed.')
  if (typeof apiKey === 'string') return
  const isKnown = isSamePlace(sent, before)
  if (apiKey === undefined && hint !== null && !isKnown) {
    refuse('apiKey', 'Send the key again: it stays with its address.')
  }
  // One that is known may be without: its key was forgotten, and until there is another it does not answer.
  if (!isKnown && kind !== 'openai-compatible') refuse('apiKey', 'Needed for this kind of provider.')
}

/** A key is never shown again, so it must not be sent to another address than the one it was given for. */
export function isSamePlace(sent: AiProviderSet, before: StoredProvider | undefined): boolean {
  return before?.kind === sent.kind && before.baseUrl === (sent.baseUrl ?? null)
}

/** Every model must be of a provider that is there and can serve the purpose. */
export function refuseModels(offer: ModelOffer, { providers, models }: ChosenByWorkspace): void {
  for (const purpose of PURPOSES) {
    const name = models[purpose]
    if (name === undefined || name === EMBEDDED) continue
    const refuse = refuser(failures.ai_model_inapplicable, '/models')
    const provider = providers.find((each) => each.name === modelNamed(name)?.provider)
    if (!provider && !Object.values(offer.models).includes(name)) {
      refuse(purpose, 'Must be a model of a provider in providers, or one that the operator offers.')
    }
    if (provider?.kind === 'anthropic' && CAPABILITY_OF[purpose] !== 'language') {
      refuse(purpose, 'This kind of provider has only language models.')
    }
  }
}

function refuser(failure: Failure, at: string): (field: string, message: string) => never {
  return (field, message) =>
    fail(failure, {
      detail: `${field}: ${message}`,
      errors: [{ pointer: `${at}/${field}`, code: 'inapplicable', message }],
    })
}
