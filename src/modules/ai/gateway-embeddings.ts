import type { EmbeddingModelV4, EmbeddingModelV4Result } from '@ai-sdk/provider'
import { fail } from '#core/errors.ts'
import type { ChosenModel } from '#core/models.ts'
import { NOTHING_USED } from '#core/model-use.ts'
import { keptOrMade } from './gateway-answers.ts'
import { attempted } from './gateway-attempts.ts'
import { oversizedTexts, toldTokens, tokensOf } from './gateway-bounds.rules.ts'
import { spend, type GatewayCall, type Served } from './gateway-call.ts'
import { checkedBody, conduct, spendOne, type Conducted, type GatewayParts, type Visit } from './gateway-conduct.ts'
import { gatewayFailures } from './gateway-failures.ts'
import { warningText } from './gateway-language.ts'
import { EmbeddingRequest } from './gateway.schema.ts'
import { jsonIn } from './gateway-body.ts'
import { redaction } from './redaction.rules.ts'

export async function embed(parts: GatewayParts, visit: Visit): Promise<Conducted> {
  const request = checkedBody<EmbeddingRequest>(EmbeddingRequest, jsonIn(visit))
  const given = [request.input].flat()
  const detail = oversizedTexts(given)
  if (detail !== undefined) fail(gatewayFailures.prompt_too_large, { detail })
  const isHidden = request.redact?.pii === true
  const texts = isHidden ? given.map(redaction(given).hide) : given
  await spendOne(parts, visit)
  const inputTokens = texts.reduce((sum, text) => sum + tokensOf(text.length), 0)
  return conduct(parts, visit, {
    object: 'list',
    timeoutMillis: request.timeout_ms,
    choose: (name = request.model ?? 'embed') => parts.models.embedding(visit.user.workspaceId, name),
    fallbacks: request.fallback_models,
    estimate: { ...NOTHING_USED, inputTokens },
    work: (call, first) =>
      keptOrMade(parts, call, {
        keeping: request,
        sent: () => request,
        asked: isHidden ? () => ({ ...request, input: texts }) : undefined,
        make: () => embedded(parts, call, { request, texts, first, inputTokens }),
      }),
  })
}

interface Embedding {
  request: EmbeddingRequest
  texts: string[]
  first: ChosenModel<EmbeddingModelV4>
  inputTokens: number
}

async function embedded(
  { models, circuits }: GatewayParts,
  call: GatewayCall,
  { request, texts, first, inputTokens }: Embedding,
): Promise<Served> {
  const { dimensions, encoding_format: format = 'float' } = request
  const { chosen, result } = await attempted<EmbeddingModelV4, EmbeddingModelV4Result>(call, circuits, {
    first,
    fallbacks: request.fallback_models ?? [],
    choose: (name) => models.embedding(call.user.workspaceId, name),
    run: (model, abortSignal) =>
      inBatches(model, texts, { abortSignal, ...(dimensions !== undefined && { dimensions }) }),
  })
  call.model = { provider: chosen.provider, modelId: chosen.modelId }
  const told = toldTokens(result.usage?.tokens)
  if (told === undefined && !chosen.degraded) call.warnings.push('usage_estimated')
  spend(call, call.model, { inputTokens: told ?? inputTokens })
  call.warnings.push(...result.warnings.map(warningText))
  const length = result.embeddings[0]?.length ?? 0
  // Vectors of another length would be kept beside those that the caller has, and compare with none of them.
  if (dimensions !== undefined && length !== dimensions) {
    call.warnings.push(`dimensions: the model answers ${length}, not ${dimensions}`)
  }
  const data = result.embeddings.map((embedding, index) => ({
    object: 'embedding',
    index,
    embedding: format === 'base64' ? Buffer.from(new Float32Array(embedding).buffer).toString('base64') : embedding,
  }))
  return { model: call.model, degraded: chosen.degraded, fields: { data, dimensions: length } }
}

/** As many at a time as the model takes: the embedded one, since all others take more than a request may have. */
async function inBatches(
  model: EmbeddingModelV4,
  texts: string[],
  options: { abortSignal: AbortSignal; dimensions?: number },
): Promise<EmbeddingModelV4Result> {
  const most = (await model.maxEmbeddingsPerCall) ?? texts.length
  const results: EmbeddingModelV4Result[] = []
  for (let start = 0; start < texts.length; start += most) {
    results.push(await model.doEmbed({ values: texts.slice(start, start + most), ...options }))
  }
  const counted = results.every(({ usage }) => usage !== undefined)
  return {
    embeddings: results.flatMap(({ embeddings }) => embeddings),
    warnings: results.flatMap(({ warnings }) => warnings),
    ...(counted && { usage: { tokens: results.reduce((sum, { usage }) => sum + (usage?.tokens ?? 0), 0) } }),
  }
}
