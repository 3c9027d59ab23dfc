import type { WorkspaceCtx } from '#core/context.ts'
import { coreFailures, Refusal } from '#core/errors.ts'
import type { Tool } from '#core/tool.ts'
import { isAskedFirst } from '#core/tool-question.ts'
import { ready, type ReadyTool } from '#core/tool-ready.ts'
import type { OutsiderPrincipal } from '#core/principal.ts'
import { contextFor, hashOf, refuseFaults, runTool } from '#core/tool-run.ts'
import { once } from '#core/once.ts'
import { findReceiver } from '#modules/integrations/receiver.service.ts'
import type { Fields } from './reading.ts'
import type { Desk, Proof } from './sender.ts'

/** What a voice agent may do unless its integration says otherwise: note what is wrong, and look things up. */
const USUAL: readonly string[] = ['create_task', 'search_knowledge']

export interface VoiceCall {
  tool: string
  args: Fields
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
    // A number proves nothing: every caller gets what a stranger gets.
    const tool = tools.find((each) => each.name === name)?.outside.stranger
    if (tool && !known.has(name)) known.set(name, ready(tool, { takesTokens: false }))
    return known.get(name)
  }
}

/** Answers something that can be spoken, whatever happens: an error would only be tried again. */
export async function callVoiceTool(
  desk: Desk,
  house: WorkspaceCtx,
  find: (name: string) => ReadyTool | undefined,
  proof: Proof,
  call: VoiceCall,
): Promise<Fields> {
  const { tool: name, client } = call
  const ctx: WorkspaceCtx = { ...house, principal: await speakerOf(house, proof) }
  const trace = { tool: name.slice(0, 200), argsHash: hashOf(call.args), client, gate: 'none' as const }
  try {
    const ready = find(name)
    if (!ready || !(await mayUse(ctx, proof, name))) return { error: `There is no tool called ${name.slice(0, 100)}.` }
    const { args } = call
    refuseFaults(ready, args)
    if (ready.tool.asksFirst || (await isAskedFirst(ctx, ready, args)))
      return { error: 'This needs the approval of a person of the team.' }
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

/** The unidentified caller, on this integration's line. */
async function speakerOf(ctx: WorkspaceCtx, { integrationId }: Proof): Promise<OutsiderPrincipal> {
  const receiver = integrationId === undefined ? undefined : await findReceiver(ctx, integrationId)
  const outsider = { kind: 'stranger', subjectId: null, name: 'caller', conversationId: null, key: null } as const
  const departmentId = receiver?.settings.departmentId ?? null
  return { kind: 'outsider', outsider, agentName: receiver?.name ?? 'Voice', way: 'CALL', departmentId }
}

async function mayUse(ctx: WorkspaceCtx, { integrationId }: Proof, name: string): Promise<boolean> {
  const receiver = integrationId === undefined ? undefined : await findReceiver(ctx, integrationId)
  return (receiver?.settings.tools ?? USUAL).includes(name)
}

async function run(
  { db: pool }: Desk,
  ctx: WorkspaceCtx,
  ready: ReadyTool,
  args: Fields,
  { conversation, toolCallId }: VoiceCall,
): Promise<Fields> {
  const { workspaceId, principal, now, requestId, log, services } = ctx
  const caller = { principal, workspaceId, isReadOnly: false, toolsets: undefined, requestId, log }
  const on = (db: WorkspaceCtx['db']) => runTool(contextFor({ services, now: () => now }, caller, db), ready, args)
  if (ready.tool.effect === 'read' || conversation === undefined) return on(ctx.db)
  const key = `${workspaceId} ${conversation} ${toolCallId ?? hashOf(args)}`
  const write = { key, principal, method: 'VOICE', path: ready.tool.name, body: args, now }
  const kept = await once(pool, write, ready.tool.operation, async (db) => ({
    status: 200,
    headers: {},
    body: JSON.stringify(await on(db)),
  }))
  return JSON.parse(kept.body) as Fields
}
