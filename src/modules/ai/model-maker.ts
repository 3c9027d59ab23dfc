import type { Signer } from '#core/crypto.ts'
import type { Embedder } from '#core/embedder.ts'
import { fail } from '#core/errors.ts'
import {
  modelFailures,
  type ChosenModel,
  type ModelOffer,
  type ModelProvider,
  type ModelSettings,
} from '#core/models.ts'
import type { Outbound } from '#core/outbound.ts'
import type { StoredProvider } from './ai-settings.queries.ts'
import { unsealKey } from './ai-settings.service.ts'
import { embeddedEmbedding } from './embedded-embedding.ts'
import { chooseModel, EMBEDDED, type Choice } from './model-choice.ts'
import { guardedLine, type DirectLine } from './model-line.ts'
import type { OwnModels } from './own-models.ts'
import { providerModel, type Capability, type ModelOf } from './provider-models.ts'
import { RULE_MODEL_ID, ruleModel } from './rule-model.ts'

export interface MakerParts {
  signer: Signer
  outbound: Outbound
  embedder: Embedder | undefined
  settings: ModelSettings
  direct: DirectLine
  now?: () => Date
}

interface Wanted<C extends Capability> {
  workspaceId: string
  own: OwnModels['own']
  name: string
  capability: C
}

interface Maker {
  offer: ModelOffer
  make<C extends Capability>(wanted: Wanted<C>): Promise<ChosenModel<ModelOf[C]>>
}

const IDLE_SECONDS_MAX = 60

/** Makes the model that a name means in a workspace, or refuses. */
export function createMaker(parts: MakerParts): Maker {
  const { outbound, embedder, settings, direct, now = () => new Date() } = parts
  const { timeoutSeconds } = settings
  const limits = { timeoutSeconds, idleSeconds: Math.min(IDLE_SECONDS_MAX, timeoutSeconds) }
  const offer = { models: settings.models, embedder: embedder?.model }
  return {
    offer,
    async make(wanted) {
      const { own, name, capability } = wanted
      const choice = chooseModel(own, offer, name, capability)
      if (choice.by === 'unknown') refuseUnknown(name)
      if (choice.by === 'nobody') refuseMissing(choice.missing)
      if (choice.by === 'embedded') return embeddedModel(capability, embedder, now)
      const { provider, isGuarded } = providerOf(parts, wanted, choice)
      const lineFor = (sizeBytesMax: number) =>
        isGuarded ? guardedLine(outbound, { timeoutSeconds, sizeBytesMax }) : direct.line
      const wire = isGuarded ? undefined : direct.wire
      const model = await providerModel(provider, choice.modelId, capability, { lineFor, wire, limits })
      return { model: model ?? refuseUnknown(name), provider: provider.name, modelId: choice.modelId, degraded: false }
    },
  }
}

/** An address that the workspace chose is called through the guarded client; the operator's may be private. */
function providerOf<C extends Capability>(
  { settings, signer }: MakerParts,
  { workspaceId, own, name }: Wanted<C>,
  { by, provider: called }: Extract<Choice, { provider: string }>,
): { provider: ModelProvider; isGuarded: boolean } {
  const isCalled = (each: { name: string }) => each.name === called
  const stored = by === 'workspace' ? own.providers.find(isCalled) : undefined
  if (!stored) return { provider: settings.providers.find(isCalled) ?? refuseUnknown(name), isGuarded: false }
  const { kind, baseUrl } = stored
  const known = kind === 'openai-compatible' ? '' : settings.addresses[kind]
  const provider = { name: called, kind, baseUrl: baseUrl ?? known, apiKey: keyOf(signer, workspaceId, stored) }
  return { provider, isGuarded: baseUrl !== null }
}

function keyOf(signer: Signer, workspaceId: string, stored: StoredProvider): string | undefined {
  const apiKey = unsealKey(signer, workspaceId, stored)
  const isNeeded = stored.kind !== 'openai-compatible'
  if (apiKey !== undefined || (stored.apiKeySealed === null && !isNeeded)) return apiKey
  const detail =
    stored.apiKeySealed === null
      ? 'The provider has no key. Set one.'
      : 'The key was kept under another secret of this installation. Set it again.'
  fail(modelFailures.capability_unavailable, { detail, extra: { missing: `the key of ${stored.name}` } })
}

function embeddedModel<C extends Capability>(
  capability: C,
  embedder: Embedder | undefined,
  now: () => Date,
): ChosenModel<ModelOf[C]> {
  const models: Partial<ModelOf> = {
    language: ruleModel(now),
    ...(embedder && { embedding: embeddedEmbedding(embedder) }),
  }
  const model = models[capability] ?? refuseMissing(capability)
  const modelId = capability === 'embedding' ? (embedder?.model ?? '') : RULE_MODEL_ID
  return { model, provider: EMBEDDED, modelId, degraded: true }
}

function refuseUnknown(name: string): never {
  fail(modelFailures.model_unknown, { detail: `No model "${name.slice(0, 100)}" is configured for this workspace.` })
}

function refuseMissing(missing: string): never {
  const detail = `No model is configured that can do this: set ${missing}, or a model for it in the workspace.`
  fail(modelFailures.capability_unavailable, { detail, extra: { missing } })
}
