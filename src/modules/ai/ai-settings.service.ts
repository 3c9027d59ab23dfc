import type { SealedPlace } from '#core/reseal.ts'
import { assertVersion, inTransaction, type Ctx, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { seal, unseal, type Signer } from '#core/crypto.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { PURPOSES } from '#core/models.ts'
import { assertReadOnly, newsIn } from '#core/patch.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import { isSamePlace, failures as checkFailures, refuseModels, refuseProvider } from './ai-settings-check.ts'
import * as settings from './ai-settings.queries.ts'
import {
  AI_SETTINGS_FIXED,
  type AiProviderSet,
  type AiSettings,
  AiSettingsUpdate,
  type ModelInUse,
} from './ai-settings.schema.ts'
import { CAPABILITY_OF, chooseModel } from './model-choice.ts'
import { RULE_MODEL_ID } from './rule-model.ts'

const SEAL = 'ai-provider-key'

export const SEALED_PROVIDER_KEYS: SealedPlace = {
  table: 'ai_settings',
  column: 'providers',
  type: 'jsonb',
  key: ['workspace_id'],
  purpose: SEAL,
  owner: (row, name) => `${String(row['workspace_id'])}:${name}`,
  map: (providers, change) =>
    (providers as settings.StoredProvider[]).map(({ apiKeySealed, ...provider }) => ({
      ...provider,
      apiKeySealed: apiKeySealed && change(apiKeySealed, provider.name),
    })),
}
/** Of a short key the last four would be too much of it. */
const LENGTH_TO_HINT = 16
const NO_KEY = { apiKeySealed: null, apiKeyLastFour: null }
const NONE: settings.StoredSettings = { providers: [], models: {}, version: 0, updatedAt: null }

export const failures = checkFailures

export async function getAiSettings(ctx: WorkspaceCtx): Promise<AiSettings> {
  return shown(ctx, (await settings.findAiSettings(ctx)) ?? NONE)
}

export function updateAiSettings(ctx: WorkspaceCtx, changes: AiSettingsUpdate): Promise<AiSettings> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await settings.lockAiSettings(ctx)) ?? fail(coreFailures.workspace_not_found)
    assertVersion(ctx, before.version)
    assertReadOnly(shown(ctx, before), changes, AI_SETTINGS_FIXED)
    const providers = changes.providers ? nextProviders(ctx, before.providers, changes.providers) : before.providers
    const models = nextModels({ ...before.models, ...changes.models })
    refuseModels(ctx.services.models.offer, { providers, models })
    if (Object.keys(newsIn(before, { providers, models }, AiSettingsUpdate)).length === 0) return shown(ctx, before)
    const after = await settings.saveAiSettings(ctx, { providers, models })
    const target = { targetKind: 'ai_settings', targetId: ctx.workspaceId }
    await recordChange(ctx, {
      action: 'ai_settings.updated',
      ...target,
      details: { providers: withoutKeys(providers), models },
      before: { providers: withoutKeys(before.providers), models: before.models },
      event: {},
    })
    return shown(ctx, after ?? fail(coreFailures.workspace_not_found))
  })
}

/** Undefined when it was sealed under another server secret. */
export function unsealKey(signer: Signer, workspaceId: string, provider: settings.StoredProvider): string | undefined {
  const { name, apiKeySealed } = provider
  return apiKeySealed === null ? undefined : unseal(signer, SEAL, `${workspaceId}:${name}`, apiKeySealed)
}

function nextProviders(
  { services, workspaceId }: TxCtx,
  before: readonly settings.StoredProvider[],
  sent: readonly AiProviderSet[],
): settings.StoredProvider[] {
  return sent.map((each, index) => {
    const { name, kind, baseUrl = null, apiKey } = each
    const known = before.find((other) => other.name === name)
    const isTwice = sent.findIndex((other) => other.name === name) !== index
    refuseProvider(services.outbound, { index, sent: each, isTwice, ...(known && { before: known }) })
    const isKept =
      known &&
      isSamePlace(each, known) &&
      (apiKey === undefined || apiKey === unsealKey(services.signer, workspaceId, known))
    const { apiKeySealed, apiKeyLastFour } = isKept ? known : NO_KEY
    if (isKept || typeof apiKey !== 'string') return { name, kind, baseUrl, apiKeySealed, apiKeyLastFour }
    return {
      name,
      kind,
      baseUrl,
      apiKeySealed: seal(services.signer, SEAL, `${workspaceId}:${name}`, apiKey),
      apiKeyLastFour: apiKey.length >= LENGTH_TO_HINT ? apiKey.slice(-4) : '',
    }
  })
}

function nextModels(models: NonNullable<AiSettingsUpdate['models']>): settings.StoredSettings['models'] {
  return Object.fromEntries(Object.entries(models).filter(([, name]) => name !== null))
}

function withoutKeys(providers: readonly settings.StoredProvider[]): AiSettings['providers'] {
  return providers.map(({ name, kind, baseUrl, apiKeyLastFour }) => ({ name, kind, baseUrl, apiKeyLastFour }))
}

function shown({ services }: Ctx, { providers, models, version, updatedAt }: settings.StoredSettings): AiSettings {
  return {
    providers: withoutKeys(providers),
    models: Object.fromEntries(PURPOSES.map((purpose) => [purpose, models[purpose] ?? null])) as AiSettings['models'],
    inUse: PURPOSES.map((purpose): ModelInUse => {
      const { offer } = services.models
      const choice = chooseModel({ providers, models }, offer, purpose, CAPABILITY_OF[purpose])
      if (choice.by === 'embedded') {
        const model = purpose === 'embed' ? (offer.embedder ?? null) : RULE_MODEL_ID
        return { purpose, provider: 'embedded', model, degraded: true }
      }
      const { provider, modelId } = 'provider' in choice ? choice : { provider: null, modelId: null }
      return { purpose, provider, model: modelId, degraded: false }
    }),
    version,
    updatedAt,
  }
}
