import type { AiProvider, AiSettings, ModelInUse } from '../../../../../src/modules/ai/ai-settings.schema.ts'

export type Purpose = ModelInUse['purpose']

/** Those that write text; left open, they are served as the first of them is. */
export const WRITING = ['default', 'fast', 'classify', 'translate'] as const satisfies readonly Purpose[]

export const isWriting = (purpose: Purpose): boolean => WRITING.some((each) => each === purpose)

/** What the built-in stand-in can do. */
const STANDS_IN: readonly Purpose[] = ['default', 'fast', 'classify', 'embed']
export const EMBEDDED = 'embedded'

export const canStandIn = (purpose: Purpose): boolean => STANDS_IN.includes(purpose)

/** Whether a provider has models for this. */
export function canServe({ kind }: AiProvider, purpose: Purpose): boolean {
  return kind !== 'anthropic' || isWriting(purpose)
}

/** Who has decided what serves a purpose: this workspace, its choice for the first purpose, or whoever runs the server. */
export function decidedBy({ models }: AiSettings, purpose: Purpose): 'here' | 'default' | 'server' {
  if (models[purpose] !== null) return 'here'
  return models.default !== null && isWriting(purpose) ? 'default' : 'server'
}

/** The setting of the server that is missing where nothing is configured. */
export const settingOf = (purpose: Purpose): string => `AI_MODEL_${purpose.toUpperCase()}`

/**
 * `provider:model` of the operator that are known here and can do this: chosen or in use for the like, and of no
 * provider of the workspace.
 */
export function offeredModels({ providers, models, inUse }: AiSettings, purpose: Purpose): string[] {
  const isOwn = (name: string): boolean => providers.some((own) => name.startsWith(`${own.name}:`))
  const like = inUse.filter((each) => each.purpose === purpose || (isWriting(each.purpose) && isWriting(purpose)))
  const names = [
    ...like.map((each) => models[each.purpose] ?? EMBEDDED),
    ...like.map(({ provider, model }) => (provider === null ? EMBEDDED : `${provider}:${model}`)),
  ]
  return [...new Set(names)].filter((name) => !name.startsWith(EMBEDDED) && !isOwn(name)).toSorted()
}

/** For what the models of a provider are chosen. */
export function servedBy({ models }: AiSettings, provider: string): Purpose[] {
  return (Object.keys(models) as Purpose[]).filter((purpose) => models[purpose]?.startsWith(`${provider}:`))
}
