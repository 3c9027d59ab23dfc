import { modelNamed, PURPOSES, type ModelOffer, type ProviderKind, type Purpose } from '#core/models.ts'
import type { Capability } from './provider-models.ts'

/** What a workspace has set of its own. */
export interface ChosenByWorkspace {
  providers: readonly { name: string; kind: ProviderKind }[]
  models: Partial<Record<Purpose, string>>
}

/** Whose model it is, the embedded stand-in, or why there is none. */
export type Choice =
  | { by: 'workspace' | 'operator'; provider: string; modelId: string }
  | { by: 'embedded' }
  | { by: 'nobody'; missing: string }
  | { by: 'unknown' }

/** What each purpose asks of a model. */
export const CAPABILITY_OF: Record<Purpose, Capability> = {
  default: 'language',
  fast: 'language',
  classify: 'language',
  translate: 'language',
  embed: 'embedding',
  transcribe: 'transcription',
  image: 'image',
}

/** The name under which the embedded stand-in is asked for, whatever is configured. */
export const EMBEDDED = 'embedded'

/**
 * Which model a name means. Whatever the workspace has chosen comes before what the operator has: a workspace with a
 * provider of its own must not find its texts at another one because an alias was left open.
 */
export function chooseModel(own: ChosenByWorkspace, offer: ModelOffer, name: string, capability: Capability): Choice {
  const purpose = PURPOSES.find((each) => each === name)
  if (!purpose) return chooseNamed(own, offer, name, capability)
  if (CAPABILITY_OF[purpose] !== capability) return { by: 'unknown' }
  const wanted = aliasesOf(purpose)
  const chosen = [own.models, offer.models].flatMap((models) => wanted.map((each) => models[each]))
  const found = chosen.find((each) => each !== undefined)
  return found === undefined || found === EMBEDDED
    ? embedded(offer, purpose)
    : chooseNamed(own, offer, found, capability)
}

/** A purpose for which no model is named is served by the default one, where that can do it. */
function aliasesOf(purpose: Purpose): Purpose[] {
  return CAPABILITY_OF[purpose] === 'language' && purpose !== 'default' ? [purpose, 'default'] : [purpose]
}

function chooseNamed(own: ChosenByWorkspace, offer: ModelOffer, name: string, capability: Capability): Choice {
  if (name === EMBEDDED) return embedded(offer, purposeOf(capability))
  const parts = modelNamed(name)
  if (!parts) return { by: 'unknown' }
  const provider = own.providers.find((each) => each.name === parts.provider)
  if (provider) return { by: 'workspace', ...parts }
  // Whoever pays says which models may be used: of the operator's only those that are named in the settings.
  const isOffered = Object.values(offer.models).includes(name)
  return isOffered ? { by: 'operator', ...parts } : { by: 'unknown' }
}

/** There is no embedded stand-in that translates, hears or paints: none that would not be a lie. */
function embedded({ embedder }: ModelOffer, purpose: Purpose): Choice {
  const isServed = purpose === 'embed' ? embedder !== undefined : ['default', 'fast', 'classify'].includes(purpose)
  return isServed ? { by: 'embedded' } : { by: 'nobody', missing: settingOf(purpose) }
}

function purposeOf(capability: Capability): Purpose {
  return PURPOSES.find((purpose) => CAPABILITY_OF[purpose] === capability) ?? 'default'
}

/** The operator's setting for a purpose. */
function settingOf(purpose: Purpose): string {
  return `AI_MODEL_${purpose.toUpperCase()}`
}
