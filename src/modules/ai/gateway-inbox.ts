import type { LanguageModelV4 } from '@ai-sdk/provider'
import { fail, Refusal } from '#core/errors.ts'
import { isRecord } from '#core/json-record.ts'
import type { ChosenModel } from '#core/models.ts'
import type { PricedModel } from '#core/model-use.ts'
import { refuseAny } from '#core/validate.ts'
import { answered, boundPrompt, estimateOf } from './gateway-completion.ts'
import type { GatewayCall, Served } from './gateway-call.ts'
import { checkedBody, conduct, spendOne, type Conducted, type GatewayParts, type Visit } from './gateway-conduct.ts'
import { gatewayFailures, hopelessOutput, upstreamRefused } from './gateway-failures.ts'
import {
  asTold,
  byRules,
  elicit,
  readWanted,
  schemaCharacters,
  servedOf,
  wantedIn,
  type Form,
  type Wanted,
} from './gateway-structured.ts'
import { lastUserText } from './gateway-prompt.rules.ts'
import { InboxRequest } from './gateway.schema.ts'
import { jsonIn } from './gateway-body.ts'
import { categoriesOf, defaultByPolicy, inboxInstructions, inboxSchema } from './inbox-policy.rules.ts'
import { EMBEDDED } from './model-choice.ts'
import { RULE_MODEL_ID } from './rule-model.ts'
import type { Check } from './structured-check.ts'

const CONFIDENCE_MIN = 0.6
/** Where a model has used up all the time, this much more is left to check the answer of what stands in for it. */
const STAND_IN_MILLIS = 1000

/** Who answers for a model that failed, be it by the caller's default. */
const RULES: PricedModel = { provider: EMBEDDED, modelId: RULE_MODEL_ID }

/** Sorts a message that came in. When the model cannot, or is not sure, the caller's policy decides. */
export async function classifyInbox(parts: GatewayParts, visit: Visit): Promise<Conducted> {
  const request = checkedBody<InboxRequest>(InboxRequest, jsonIn(visit))
  checkLabels(request)
  checkPolicy(request)
  boundPrompt(request)
  await spendOne(parts, visit)
  const wanted = wantedIn(request) ?? ownSchema(request)
  return conduct(parts, visit, {
    object: 'inbox_classification',
    timeoutMillis: request.timeout_ms,
    choose: (name = request.model ?? 'classify') => parts.models.language(visit.user.workspaceId, name),
    fallbacks: request.fallback_models,
    estimate: estimateOf(request, schemaCharacters(wanted)),
    prepare: async (call) => {
      const form = await readWanted(parts, call, wanted)
      checkDefault(request, form)
      return form
    },
    work: (call, first, form) =>
      answered(parts, call, request, async (hidden, hiding) => {
        const told = asTold(form, hiding)
        return withPolicy(await classified(parts, call, { request: hidden, form: told, first }), call, request, told)
      }),
  })
}

function ownSchema({ labels }: InboxRequest): Wanted {
  const schema = inboxSchema(labels?.map(({ id }) => id))
  return { schema, name: 'inbox_classification', pointer: '/schema' }
}

function checkLabels({ labels = [] }: InboxRequest): void {
  const ids = labels.map(({ id }) => id)
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (twice === -1) return
  refuseAny([{ pointer: `/labels/${twice}/id`, code: 'repeated', message: 'There is such a label already.' }])
}

function checkPolicy({ policy, labels }: InboxRequest): void {
  const label = policy?.default_label
  if (label !== undefined && labels !== undefined && !labels.some(({ id }) => id === label)) {
    refuseAny([{ pointer: '/policy/default_label', code: 'unknown_value', message: 'Must be the id of a label.' }])
  }
  if (policy?.on_error === 'default' && label === undefined) {
    refuseAny([
      { pointer: '/policy/default_label', code: 'required', message: 'on_error "default" needs a default_label.' },
    ])
  }
}

/** As far as a schema tells it by itself: what else it asks for shows when there is an answer. */
function checkDefault({ policy }: InboxRequest, { schema }: Form): void {
  const label = policy?.default_label
  const allowed = label === undefined ? undefined : categoriesOf(schema)
  if (allowed && !allowed.includes(label)) {
    const message = 'Must be one of the categories of the schema.'
    refuseAny([{ pointer: '/policy/default_label', code: 'unknown_value', message }])
  }
}

interface Sorting {
  request: InboxRequest
  form: Form
  first: ChosenModel<LanguageModelV4>
}

async function classified(parts: GatewayParts, call: GatewayCall, { request, form, first }: Sorting): Promise<Served> {
  if (first.degraded) return ruled(first, { request, form, signal: call.signal })
  try {
    const elicited = await elicit(parts, call, {
      request,
      form,
      first,
      instructions: inboxInstructions(request.labels),
    })
    const served = servedOf(elicited, request)
    return { ...served, fields: { source: 'model', ...served.fields } }
  } catch (error) {
    const { on_error: onError = 'rules', default_label: label } = request.policy ?? {}
    if (onError === 'fail' || !(error instanceof Refusal) || !FORGIVEN.includes(error.failure)) throw error
    call.warnings.push(`model_failed: ${error.failure.code}`)
    const signal = standInSignal(call)
    if (onError === 'rules') return ruled(RULES, { request, form, signal, cause: error })
    return (await byDefault(RULES, form, label, signal)) ?? fail(error.failure, error.options)
  }
}

function standInSignal({ signal }: GatewayCall): AbortSignal {
  return signal.aborted ? AbortSignal.timeout(STAND_IN_MILLIS) : signal
}

/** By rules as far as they know the caller's labels, otherwise by its default. */
async function ruled(
  { provider, modelId }: PricedModel,
  { request, form, signal, cause }: { request: InboxRequest; form: Form; signal: AbortSignal; cause?: Refusal },
): Promise<Served> {
  try {
    return await byRules({ provider, modelId }, form, lastUserText(request), signal)
  } catch (error) {
    const fallback = await byDefault({ provider, modelId }, form, request.policy?.default_label, signal)
    if (!fallback) throw cause ?? error
    return fallback
  }
}

async function byDefault(
  model: PricedModel,
  { schema, check }: Form,
  label: string | undefined,
  signal: AbortSignal,
): Promise<Served | undefined> {
  const output = label === undefined ? undefined : defaultByPolicy(schema, label)
  if (output === undefined || !(await fits(check, output, signal))) return undefined
  const fields = { output, repaired: 'none', validation_errors: [], source: 'policy_default' }
  return { model, degraded: true, fields }
}

/** What could not be checked in time is not taken. */
async function fits(check: Check, output: unknown, signal: AbortSignal): Promise<boolean> {
  try {
    return (await check(output, signal)).length === 0
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

/** What a policy makes good: a model that failed, not a caller that may not ask. */
const FORGIVEN = [
  gatewayFailures.upstream_error,
  upstreamRefused,
  gatewayFailures.upstream_timeout,
  gatewayFailures.invalid_model_output,
  hopelessOutput,
]

/** A guess that is not sure enough goes to where the caller wants such messages, and to a person. */
async function withPolicy(
  served: Served,
  call: GatewayCall,
  { policy }: InboxRequest,
  { check }: Form,
): Promise<Served> {
  const { output, source } = served.fields
  const said = isRecord(output) ? output : {}
  const confidence = typeof said['confidence'] === 'number' ? said['confidence'] : null
  const asSaid = { ...served, fields: { ...served.fields, confidence } }
  const label = policy?.default_label
  const isUnsure = confidence !== null && confidence < (policy?.min_confidence ?? CONFIDENCE_MIN)
  if (!isUnsure || label === undefined || !('category' in said) || source === 'policy_default') return asSaid
  const sorted = { ...said, category: label, ...('needs_human' in said && { needs_human: true }) }
  if (!(await fits(check, sorted, standInSignal(call)))) {
    call.warnings.push('default_label_not_applied')
    return asSaid
  }
  return { ...served, fields: { ...asSaid.fields, output: sorted, source: 'policy_default' } }
}
