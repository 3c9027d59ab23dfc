import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { coreFailures, Refusal } from '#core/errors.ts'
import type { Tool } from '#core/tool.ts'
import { isAskedFirst } from '#core/tool-question.ts'
import { ready, type ReadyTool } from '#core/tool-ready.ts'
import { hashOf, refuseFaults, runTool } from '#core/tool-run.ts'
import { once } from '#core/once.ts'
import { findReceiver } from '#modules/integrations/receiver.service.ts'
import { departmentFor } from './department-choice.ts'
import type { Fields } from './reading.ts'
import type { Desk, Proof } from './sender.ts'

/** What a voice agent may do unless its integration says otherwise: note what is wrong, and look things up. */
const USUAL: readonly string[] = ['create_task', 'search_knowledge']

export interface VoiceCall {
  tool: string
  args: Fields
  /** Ids of who calls, from what we told the platform ourselves. Fill what the agent has left out. */
  about: Readonly<Record<string, string>>
  /** Names the conversation where there is one: the same call of a tool in it again is a retry. */
  conversation?: string | undefined
  /** What the platform calls this use of the tool. Where it does not say, the same arguments are the same use. */
  toolCallId?: string | undefined
  client: string
}

/** The agent may say it: whoever is on the phone must not wait for a slow database. */
export const AT_IT: Fields = {
  status: 'in_progress',
  message: 'This takes a moment and is still being done. There is no need to ask for it again.',
}

/** Made ready at the first call: there are many, and most installations have no voice agent. */
export function voiceTools(tools: readonly Tool[]): (name: string) => ReadyTool | undefined {
  const known = new Map<string, ReadyTool>()
  return (name) => {
    const tool = tools.find((each) => each.name === name)
    if (tool && !known.has(name)) known.set(name, ready(spoken(tool), { takesTokens: false }))
    return known.get(name)
  }
}

/** A task that somebody asked for on the phone says so. */
function spoken(tool: Tool): Tool {
  return tool.name === 'create_task' ? { ...tool, sets: { ...tool.sets, source: 'CALL' } } : tool
}

/** Answers something that can be spoken, whatever happens: an error would only be tried again. */
export async function callVoiceTool(
  desk: Desk,
  ctx: WorkspaceCtx,
  find: (name: string) => ReadyTool | undefined,
  proof: Proof,
  call: VoiceCall,
): Promise<Fields> {
  const { tool: name, client } = call
  const trace = { tool: name.slice(0, 200), argsHash: hashOf(call.args), client, gate: 'none' as const }
  try {
    const known = find(name)
    const ready = known && knowing(known, call)
    if (!ready || !(await mayUse(ctx, proof, name))) return { error: `There is no tool called ${name.slice(0, 100)}.` }
    const args = await filled(ctx, ready, proof, call)
    refuseFaults(ready, args)
    if (await isAskedFirst(ctx, ready, args)) return { error: 'This needs the approval of a person of the team.' }
    const result = await run(desk, ctx, ready, args, call)
    await desk.record(ctx, { ...trace, outcome: 'done', code: null })
    return result
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(coreFailures.internal_error, { cause: error })
    if (refusal.failure === coreFailures.idempotency_in_progress) return AT_IT
    const isOurs = refusal.failure.status >= 500
    if (isOurs) ctx.log.error({ err: refusal.cause ?? error, tool: name }, 'a voice tool failed')
    const outcome = isOurs ? 'failed' : 'refused'
    await desk
      .record(ctx, { ...trace, outcome, code: refusal.failure.code })
      .catch((failure: unknown) => ctx.log.error({ err: failure }, 'a call of a voice tool could not be recorded'))
    return { error: isOurs ? 'This cannot be done right now.' : refusal.message }
  }
}

/** What is made during a call belongs to the caller, also where the agent has no say in it. */
function knowing(ready: ReadyTool, { about }: VoiceCall): ReadyTool {
  const { operation, input, sets } = ready.tool
  if (operation.status !== 201) return ready
  const unsaid = Object.entries(about).filter(
    ([name]) => operation.body && name in operation.body.properties && !(name in input.properties),
  )
  return { ...ready, tool: { ...ready.tool, sets: { ...Object.fromEntries(unsaid), ...sets } } }
}

async function mayUse(ctx: WorkspaceCtx, { integrationId }: Proof, name: string): Promise<boolean> {
  const receiver = integrationId === undefined ? undefined : await findReceiver(ctx, integrationId)
  return (receiver?.settings.tools ?? USUAL).includes(name)
}

async function filled(
  ctx: WorkspaceCtx,
  { tool }: ReadyTool,
  { integrationId }: Proof,
  { args, about }: VoiceCall,
): Promise<Fields> {
  const takes = (name: string): boolean => name in tool.input.properties && !(name in args)
  const known = Object.entries(about).filter(([name]) => takes(name))
  const whole = { ...Object.fromEntries(known), ...args }
  if (!takes('departmentId') || !tool.input.required.includes('departmentId')) return whole
  return {
    departmentId: await inTransaction(ctx, (ctx) => departmentFor(ctx, { integrationId: integrationId ?? null })),
    ...whole,
  }
}

async function run(
  { db: pool }: Desk,
  ctx: WorkspaceCtx,
  ready: ReadyTool,
  args: Fields,
  { conversation, toolCallId }: VoiceCall,
): Promise<Fields> {
  if (ready.tool.effect === 'read' || conversation === undefined) return runTool(ctx, ready, args)
  const { workspaceId, principal, now } = ctx
  const key = `${workspaceId} ${conversation} ${toolCallId ?? hashOf(args)}`
  const write = { key, principal, method: 'VOICE', path: ready.tool.name, body: args, now }
  const kept = await once(pool, write, ready.tool.operation, async (db) => ({
    status: 200,
    headers: {},
    body: JSON.stringify(await runTool({ ...ctx, db }, ready, args)),
  }))
  return JSON.parse(kept.body) as Fields
}
