import type { AssistantModelMessage, jsonSchema, TextStreamPart, tool, ToolSet } from 'ai'
import { Refusal } from '#core/errors.ts'
import { ModelFailure } from '#core/model-failure.ts'
import { ASK_TOOL } from './agent.schema.ts'
import { askPerson, askTeam } from './ask-person.ts'
import { findMessage, findOpenStep } from './event.queries.ts'
import { appendEvents } from './event.service.ts'
import { reopenMessage } from './message-attempt.ts'
import { openMessage, type MessageWriter } from './message-writer.ts'
import { messageIdOf, resultEvent } from './run-events.ts'
import { hold, personOf, RunFailure, type Job } from './run-job.ts'
import { instructionsOf, messagesOf } from './run-prompt.ts'
import { saveRun } from './run.queries.ts'
import { boxFor, callerOf, type SpeakerCtx } from './speaker.ts'
import { bounded, callsIn, renamed, usageOf, type StepEnd } from './step-reading.ts'
import { insertStep, isStored, listCallIds } from './step.queries.ts'

/** The provider's own limits come first; these hold whatever a provider does. */
const TIMEOUTS = { firstChunkMs: 60_000, chunkMs: 60_000, stepMs: 300_000 }
const RETRIES_MAX = 1

/**
 * One call of the model, written down while it comes. The step is kept in the transaction that ends its message, before
 * anything is done about it: a run goes on from there whatever happens. The library would go on by itself and run the
 * tools before the step is kept, and then a worker that dies would leave effects that no later try knows of.
 */
export async function step(job: Job, number: number): Promise<void> {
  const person = await personOf(job)
  const { run, shop } = job
  const { sessionId } = run
  const [chosen, messages, instructions, callIds] = await Promise.all([
    modelOf(job),
    messagesOf(person, run),
    instructionsOf(person, run),
    listCallIds(person, sessionId),
  ])
  const messageId = messageIdOf(run, number)
  const about = { step_name: `step-${number}` }
  const writer = await openMessage(person, {
    sessionId,
    messageId,
    async guard(ctx) {
      await hold(job, ctx)
      const begun = await findMessage(ctx, sessionId, messageId)
      if (begun?.endSeq != null) {
        // Whoever had the run before has done the step after all: nothing begins.
        if (await isStored(ctx, run.id, number)) return
        // While a program's question held the run up, another run has ended the message.
        await reopenMessage(ctx, sessionId, messageId)
      }
      if (begun && (await findOpenStep(ctx, sessionId)) !== undefined) return
      // It has come further: how often it was taken up before counts no more.
      if (!begun && number > 1 && run.tries > 1) await saveRun(ctx, run.id, { tries: 0 })
      await appendEvents(ctx, sessionId, [{ type: 'step.started', ...about }])
    },
  })
  const taken = new Set(callIds)
  const nameOf = (id: string): string => (taken.has(id) ? `${id}_${messageId.slice(-12)}` : id)
  const end = await streamed(job, writer, { person, model: chosen.model, messages, instructions, nameOf })
  const served = { provider: chosen.provider, id: chosen.modelId, degraded: chosen.degraded }
  await writer.end(async (ctx) => {
    const { message, finishReason, usage, calls } = end
    const row = { runId: run.id, step: number, messageId, message, finishReason, usage, served }
    const rows = callsIn({ calls, runId: run.id, step: number })
    await insertStep(ctx, row, rows)
    const answered = rows.filter(({ status }) => status === 'failed').map((call) => resultEvent(run, call))
    await appendEvents(ctx, sessionId, [...answered, { type: 'step.finished', ...about }])
  })
  shop.services.sessionLog.tell(sessionId)
}

async function modelOf({ run, shop }: Job) {
  try {
    const { models, modelUse } = shop.services
    const { workspaceId, agentId, id: requestId } = run
    const chosen = await models.language(workspaceId, run.model)
    const actor = { kind: 'agent', id: agentId }
    return {
      ...chosen,
      model: shop.metered(modelUse, chosen, { workspaceId, caller: 'agents', actor, route: 'run', requestId }),
    }
  } catch (error) {
    if (error instanceof Refusal && error.failure.code !== 'unavailable') {
      throw new RunFailure('model_unavailable', error.message)
    }
    throw error
  }
}

interface Asked {
  person: SpeakerCtx
  model: Awaited<ReturnType<typeof modelOf>>['model']
  messages: Awaited<ReturnType<typeof messagesOf>>
  instructions: string
  /** Some providers count their calls anew in each answer; here a call is known by its id in the whole session. */
  nameOf(callId: string): string
}

async function streamed(job: Job, writer: MessageWriter, asked: Asked): Promise<StepEnd> {
  const ai = await import('ai')
  const { run, signal } = job
  const leaving = new AbortController()
  const result = ai.streamText({
    model: asked.model,
    instructions: asked.instructions,
    messages: asked.messages,
    tools: toolsOf(job, asked.person, ai),
    stopWhen: ai.isStepCount(1),
    ...(run.outputSchema && { output: ai.Output.object({ schema: ai.jsonSchema(run.outputSchema) }) }),
    abortSignal: AbortSignal.any([signal, leaving.signal]),
    timeout: TIMEOUTS,
    maxRetries: RETRIES_MAX,
    // A file is the provider's to fetch: an address in a message must not make this service call it.
    experimental_download: async (files) => files.map(() => null),
    onError: () => {},
  })
  const bounds = bounded()
  const { nameOf } = asked
  const known = new Set<string>()
  try {
    for await (const part of result.fullStream) await write(part, { writer, bounds, known, signal, nameOf })
  } catch (error) {
    // The library keeps the answer for other readers: that nobody reads on does not end it.
    leaving.abort(error)
    throw error
  }
  const [response, finishReason, usage, calls] = await Promise.all([
    result.responseMessages,
    result.finishReason,
    result.usage,
    result.toolCalls,
  ])
  const message = response.find((each): each is AssistantModelMessage => each.role === 'assistant')
  return {
    message: renamed(message ?? { role: 'assistant', content: [] }, nameOf),
    finishReason,
    usage: usageOf(usage),
    calls: calls.map((call) => ({ ...call, toolCallId: nameOf(call.toolCallId) })),
  }
}

interface Writing {
  writer: MessageWriter
  bounds: ReturnType<typeof bounded>
  known: Set<string>
  signal: AbortSignal
  nameOf: Asked['nameOf']
}

async function write(part: TextStreamPart<ToolSet>, writing: Writing): Promise<void> {
  const { writer, bounds, known, signal, nameOf } = writing
  switch (part.type) {
    case 'text-delta':
      bounds.text(part.text)
      return writer.text(part.text)
    case 'reasoning-delta':
      bounds.text(part.text)
      return writer.reasoning(part.text)
    case 'reasoning-end':
      return writer.reasoningEnd()
    case 'tool-input-start':
      bounds.call()
      known.add(part.id)
      return writer.toolStart({ id: nameOf(part.id), name: part.toolName })
    case 'tool-input-delta':
      bounds.text(part.delta)
      return writer.toolArguments(nameOf(part.id), part.delta)
    case 'tool-call': {
      if (!known.has(part.toolCallId)) {
        bounds.call()
        await writer.toolStart({ id: nameOf(part.toolCallId), name: part.toolName })
        await writer.toolArguments(nameOf(part.toolCallId), JSON.stringify(part.input) ?? '')
      }
      return writer.toolCall(nameOf(part.toolCallId), part.input)
    }
    case 'error':
      throw part.error
    case 'abort':
      signal.throwIfAborted()
      throw new ModelFailure('timeout')
    default:
  }
}

interface Library {
  tool: typeof tool
  jsonSchema: typeof jsonSchema
}

/** Only what whoever it speaks for may use now: the model cannot call what it is not offered. */
function toolsOf({ shop, run }: Job, person: SpeakerCtx, { tool, jsonSchema }: Library): ToolSet {
  const usable = boxFor(shop.toolbox, run).usable(callerOf(person), run.tools)
  const offered = usable.map((ready) => ({ name: ready.tool.name, description: ready.tool.description, ...ready }))
  const asking = run.tools.includes(ASK_TOOL) ? [{ name: ASK_TOOL, ...(person.speaksFor ? askTeam : askPerson) }] : []
  return Object.fromEntries(
    [...offered, ...asking].map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  )
}
