import type { LanguageModelV4 } from '@ai-sdk/provider'
import { fail } from '#core/errors.ts'
import { modelFailures, type ChosenModel } from '#core/models.ts'
import { refuseFaults } from '#core/validate.ts'
import { answered, boundPrompt, estimateOf, type LanguageRequest } from './gateway-completion.ts'
import type { GatewayCall, Served } from './gateway-call.ts'
import { checkedBody, conduct, spendOne, type Conducted, type GatewayParts, type Visit } from './gateway-conduct.ts'
import { gatewayFailures } from './gateway-failures.ts'
import { speak, type Asking, type LanguageParts, type Spoken } from './gateway-language.ts'
import { lastUserText, promptOf, userSays, type PromptMessage } from './gateway-prompt.rules.ts'
import { StructuredRequest } from './gateway.schema.ts'
import { jsonIn } from './gateway-body.ts'
import { filledByRules } from './rule-filling.ts'
import { nothingUsed } from './rule-model.ts'
import type { Check, SchemaChecks } from './structured-check.ts'
import type { Redaction } from './redaction.rules.ts'
import { isUnended, readJson } from './structured-output.ts'
import type { JsonSchema } from './structured-schema.ts'

const REPAIRS_USUAL = 1

/** What the answer must look like. */
export interface Wanted {
  schema: JsonSchema
  name: string | undefined
  /** Where the request has it. */
  pointer: string
}

/** The same once it is read. */
export interface Form extends Wanted {
  check: Check
}

export interface StructuredLike extends LanguageRequest {
  schema?: JsonSchema
  response_format?: { json_schema: { name?: string; schema: JsonSchema } }
  max_repairs?: number
  debug?: boolean
}

export async function structure(parts: GatewayParts, visit: Visit): Promise<Conducted> {
  const request = checkedBody<StructuredRequest>(StructuredRequest, jsonIn(visit))
  boundPrompt(request)
  await spendOne(parts, visit)
  const wanted = wantedIn(request) ?? refuseWithout()
  return structured(parts, visit, request, wanted)
}

/** A request that was looked at, whoever it comes from. */
export function structured(
  parts: Pick<GatewayParts, 'use' | 'models' | 'circuits' | 'schemas' | 'pool' | 'now'>,
  visit: Pick<Visit, 'user' | 'isGone'>,
  request: StructuredLike,
  wanted: Wanted,
): Promise<Conducted> {
  return conduct(parts, visit, {
    object: 'structured',
    timeoutMillis: request.timeout_ms,
    choose: (name = request.model ?? 'default') => parts.models.language(visit.user.workspaceId, name),
    fallbacks: request.fallback_models,
    estimate: estimateOf(request, schemaCharacters(wanted)),
    prepare: (call) => readWanted(parts, call, wanted),
    work: (call, first, form) =>
      answered(parts, call, request, async (hidden, hiding) => {
        const told = asTold(form, hiding)
        if (first.degraded) return byRules(first, told, lastUserText(hidden), call.signal)
        return servedOf(await elicit(parts, call, { request: hidden, form: told, first }), request)
      }),
  })
}

/** The schema that is asked for; undefined when there is none. */
export function wantedIn({ schema, response_format: format }: StructuredLike): Wanted | undefined {
  if (schema !== undefined && format !== undefined) {
    refuseFaults([{ pointer: '/schema', code: 'invalid', message: 'Send schema or response_format, not both.' }])
  }
  if (schema !== undefined) return { schema, name: undefined, pointer: '/schema' }
  if (format === undefined) return undefined
  const { name, schema: inner } = format.json_schema
  return { schema: inner, name, pointer: '/response_format/json_schema/schema' }
}

/** Refuses what is no schema. Others may be in the thread for it, so it has no longer than the call. */
export async function readWanted(
  { schemas }: { schemas: SchemaChecks },
  { user, signal, within }: GatewayCall,
  wanted: Wanted,
): Promise<Form> {
  const { schema, pointer } = wanted
  return { ...wanted, check: await within(schemas.by(user.workspaceId, schema, pointer, signal)) }
}

/**
 * What a caller gets has to fit, not the placeholders in it: those are no addresses and have another length. What is
 * wrong is for the model too, so the originals do not go into that.
 */
export function asTold(form: Form, hiding: Redaction | undefined): Form {
  if (!hiding) return form
  return {
    ...form,
    check(value, signal) {
      const wrong = form.check(hiding.restoreIn(value), signal)
      return Array.isArray(wrong) ? wrong.map(hiding.hide) : wrong.then((each) => each.map(hiding.hide))
    },
  }
}

export function refuseWithout(): never {
  refuseFaults([{ pointer: '/schema', code: 'required', message: 'Send a schema.' }])
}

export function schemaCharacters({ schema }: Wanted): number {
  return JSON.stringify(schema).length
}

export interface Elicited {
  output: unknown
  repaired: 'none' | 'syntactic' | 'model'
  spoken: Spoken
}

interface Elicitation {
  request: StructuredLike
  form: Form
  first: ChosenModel<LanguageModelV4>
  /** What the gateway adds for the route. */
  instructions?: string
  repairsMax?: number
  retriesMax?: number
  fallbacks?: readonly string[]
}

/** Asks until the answer has the form, showing the model what is wrong with it; gives up with 502. */
export async function elicit(parts: LanguageParts, call: GatewayCall, elicitation: Elicitation): Promise<Elicited> {
  const { request, form, first, instructions } = elicitation
  const { repairsMax = request.max_repairs ?? REPAIRS_USUAL } = elicitation
  // The request has its notes redacted, the form is what the answer is checked by.
  const schema = wantedIn(request)?.schema ?? form.schema
  const prompt = promptOf(
    request,
    [instructions, instructionsFor(schema)].filter((text) => text !== undefined).join('\n\n'),
  )
  const choose = withRules(parts, call, request, form)
  for (let repair = 0; ; repair++) {
    const spoken = await speak(parts, call, {
      first,
      fallbacks: elicitation.fallbacks ?? request.fallback_models ?? [],
      choose,
      prompt,
      manner: request,
      responseFormat: { type: 'json', schema, name: form.name ?? 'answer' },
      retriesMax: elicitation.retriesMax,
    })
    if (spoken.chosen.degraded) return { output: JSON.parse(spoken.text), repaired: 'none', spoken }
    const read = isHalf(spoken) ? { error: CUT } : await readJson(spoken.text)
    const errors = 'error' in read ? [read.error] : await wrongIn(call, form, read.value)
    if (errors.length === 0 && 'value' in read) {
      return { output: read.value, repaired: repair > 0 ? 'model' : read.repaired, spoken }
    }
    if (repair >= repairsMax) {
      fail(gatewayFailures.invalid_model_output, {
        detail: `The model did not answer in the form that was asked for: ${errors[0]}`,
        extra: { validation_errors: errors, ...(request.debug === true && { raw_text: spoken.text }) },
      })
    }
    prompt.push(...correction(spoken.text, errors))
  }
}

/**
 * The embedded model as one to fall back on: it speaks in sentences, so rules fill the schema in its place. Where they
 * cannot it is passed over, and what counts is how the others fail.
 */
function withRules(
  { models }: LanguageParts,
  { user, signal }: GatewayCall,
  request: StructuredLike,
  form: Form,
): NonNullable<Asking['choose']> {
  return async (name) => {
    const chosen = await models.language(user.workspaceId, name)
    if (!chosen.degraded) return chosen
    const { output } = (await byRules(chosen, form, lastUserText(request), signal)).fields
    return { ...chosen, model: saying(chosen.model, JSON.stringify(output)) }
  }
}

/** The same model, saying this. */
function saying(model: LanguageModelV4, text: string): LanguageModelV4 {
  return {
    ...model,
    doGenerate: async () => ({
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: nothingUsed(),
      warnings: [],
    }),
  }
}

/** Mended, half of an answer would pass for the whole: of a price of 1,200 the 12 was said. */
function isHalf({ finishReason, text }: Spoken): boolean {
  return finishReason === 'length' && isUnended(text)
}
const CUT = 'The answer is cut: it takes more tokens than it may have.'

async function wrongIn(call: GatewayCall, { check }: Form, value: unknown): Promise<string[]> {
  const wrong = check(value, call.signal)
  return Array.isArray(wrong) ? wrong : call.within(wrong)
}

function instructionsFor(schema: JsonSchema): string {
  return `Answer with one JSON value that matches this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`
}

function correction(text: string, errors: readonly string[]): PromptMessage[] {
  return [
    { role: 'assistant', content: [{ type: 'text', text }] },
    userSays(
      `That does not match the schema:\n${errors.map((error) => `- ${error}`).join('\n')}\nSend the whole JSON again, corrected.`,
    ),
  ]
}

export function servedOf({ output, repaired, spoken }: Elicited, { debug }: StructuredLike): Served {
  const { provider, modelId, degraded } = spoken.chosen
  return {
    model: { provider, modelId },
    degraded,
    fields: {
      output,
      repaired,
      validation_errors: [],
      ...(degraded && { source: 'rules' }),
      finish_reason: spoken.finishReason,
      ...(debug === true && !degraded && { raw_text: spoken.text }),
    },
  }
}

/** Without a model only what rules can tell is answered, and only when it fills the schema. */
export async function byRules(
  { provider, modelId }: { provider: string; modelId: string },
  form: Form,
  text: string,
  signal: AbortSignal,
): Promise<Served> {
  const output = await filledByRules(form, text, signal)
  if (output === undefined) {
    const missing = 'AI_MODEL_DEFAULT'
    fail(modelFailures.capability_unavailable, {
      detail: `No model is configured, and rules cannot fill this schema: set ${missing}.`,
      extra: { missing },
    })
  }
  const fields = { output, repaired: 'none', validation_errors: [], source: 'rules' }
  return { model: { provider, modelId }, degraded: true, fields }
}
