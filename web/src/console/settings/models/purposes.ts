import type { AiProvider, AiSettings, ModelInUse } from '../../../../../src/modules/ai/ai-settings.schema.ts'

export type Purpose = ModelInUse['purpose']

/** Those that write text; left open, they are served as the first of them is. */
export const WRITING = ['default', 'fast', 'classify', 'translate'] as const satisfies readonly Purpose[]

/** What the built-in stand-in can do. */
const STANDS_IN: readonly Purpose[] = ['default', 'fast', 'classify', 'embed']
export const EMBEDDED = 'embedded'

export const canStandIn = (purpose: Purpose): boolean => STANDS_IN.includes(purpose)

/** Whether a provider has models for this. */
export function canServe({ kind }: AiProvider, purpose: Purpose): boolean {
  return kind !== 'anthropic' || WRITING.some((each) => each === purpose)
}

/** Who has decided what serves a purpose: this workspace, its choice for the first purpose, or whoever runs the server. */
export function decidedBy({ models }: AiSettings, purpose: Purpose): 'here' | 'default' | 'server' {
  if (models[purpose] !== null) return 'here'
  return models.default !== null && WRITING.some((each) => each === purpose) ? 'default' : 'server'
}

/** The setting of the server that is missing where nothing is configured. */
export const settingOf = (purpose: Purpose): string => `AI_MODEL_${purpose.toUpperCase()}`

/** `provider:model` of the operator that are known here: those in use or chosen, and of no provider of the workspace. */
export function offeredModels({ providers, models, inUse }: AiSettings): string[] {
  const names = [
    ...Object.values(models),
    ...inUse.map(({ provider, model }) => (provider === null ? null : `${provider}:${model}`)),
  ]
  const isOffered = (name: string | null): name is string =>
    name !== null && !name.startsWith(EMBEDDED) && !providers.some((own) => name.startsWith(`${own.name}:`))
  return [...new Set(names.filter(isOffered))].toSorted()
}

/** For what the models of a provider are chosen. */
export function servedBy({ models }: AiSettings, provider: string): Purpose[] {
  return (Object.keys(models) as Purpose[]).filter((purpose) => models[purpose]?.startsWith(`${provider}:`))
}
