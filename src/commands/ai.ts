import { closed } from '#core/schema.ts'
import { listCallers } from '#modules/ai/gateway-caller.queries.ts'
import { ACTOR_KINDS, GatewayCallerCreate } from '#modules/ai/gateway-caller.schema.ts'
import * as callers from '#modules/ai/gateway-caller.service.ts'
import { checked, enter, Slug, text, type Command } from './command.ts'

const nameIn = (name: string | undefined): string => checked<{ name: string }>(closed({ name: Slug }), { name }).name
const listIn = (value: string): string[] => value.split(',').map((item) => item.trim())

export const aiCallerCreate: Command = {
  name: 'ai-caller create',
  usage: "--name NAME [--workspaces 'a,b'] [--routes 'completion,…'] [--actors 'user,agent,…']",
  summary: 'let a program call the AI gateway; its secret is printed this once',
  options: { name: text, workspaces: text, routes: text, actors: text },
  async run(ctx, { name, workspaces = '*', routes = '*', actors = ACTOR_KINDS.join(',') }) {
    const input = checked<GatewayCallerCreate>(
      GatewayCallerCreate,
      { name, workspaces: listIn(workspaces), routes: listIn(routes), actorKinds: listIn(actors) },
      { actorKinds: 'actors' },
    )
    for (const workspace of input.workspaces) if (workspace !== '*') await enter(ctx, workspace)
    return callers.createCaller(ctx, input)
  },
}

export const aiCallerList: Command = {
  name: 'ai-caller list',
  usage: '',
  summary: 'list who may call the AI gateway',
  options: {},
  async run({ db }) {
    const rows = await listCallers(db)
    return rows.map(({ secrets, ...caller }) => ({ ...caller, secrets: secrets.length }))
  },
}

export const aiCallerRotate: Command = {
  name: 'ai-caller rotate',
  usage: '--name NAME',
  summary: 'make a new secret; the one before it stays valid until "ai-caller drop-old"',
  options: { name: text },
  run: (ctx, { name }) => settled(ctx, callers.rotateSecret(ctx, nameIn(name))),
}

export const aiCallerDropOld: Command = {
  name: 'ai-caller drop-old',
  usage: '--name NAME',
  summary: 'end a rotation: only the newest secret stays valid',
  options: { name: text },
  run: (ctx, { name }) => settled(ctx, callers.dropOldSecret(ctx, nameIn(name))),
}

export const aiCallerToken: Command = {
  name: 'ai-caller token',
  usage: '--name NAME',
  summary: 'make a service token, in the place of an earlier one; it is printed this once',
  options: { name: text },
  run: (ctx, { name }) => settled(ctx, callers.createToken(ctx, nameIn(name))),
}

export const aiCallerRevoke: Command = {
  name: 'ai-caller revoke',
  usage: '--name NAME',
  summary: 'shut a program out of the AI gateway at once, on every node',
  options: { name: text },
  run: (ctx, { name }) => settled(ctx, callers.revokeCaller(ctx, nameIn(name))),
}

/** Answers when every node has heard of it. */
async function settled<T>({ services }: Parameters<Command['run']>[0], change: Promise<T>): Promise<T> {
  const result = await change
  await services.bus.settle()
  return result
}
