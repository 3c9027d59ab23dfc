import type { ParseArgsOptionsConfig } from 'node:util'
import { Type, type TObject } from 'typebox'
import type { Ctx, WorkspaceCtx } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { bodyValidator } from '#core/validate.ts'
import { getSettings } from '#modules/identity/workspace.service.ts'
import type { Runtime } from '#src/runtime.ts'

/** A wrong call; its message says the right one. */
export class WrongCall extends Error {}

/** Of options that Node does not understand. Its reasons go on over several lines. */
export function wrongOption(error: unknown, usage: string): WrongCall {
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
  return new WrongCall(`${reason.replace(/\.(?: To specify a positional [^]*)?$/, '')}. Usage: ${usage}`)
}

export interface Command {
  /** What is typed, such as `key create`. */
  name: string
  /** Its options as they are shown, such as `--workspace ID`. */
  usage: string
  summary: string
  options: ParseArgsOptionsConfig
  /** What it answers is printed: as a text for people, or as JSON with --json. */
  run(ctx: Ctx, values: Record<string, string | undefined>, runtime: Runtime): Promise<unknown>
}

export const text = { type: 'string' } as const

export const Slug = Type.String({ pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$', examples: ['seaside-homes'] })

export function required(values: Record<string, string | undefined>, name: string): string {
  const value = values[name]
  if (value === undefined) throw new WrongCall(`--${name} is missing.`)
  return value
}

/** The same rules as at the API's doors. `options` names the fields whose option has another name. */
export function checked<T>(schema: TObject, input: Record<string, unknown>, options: Record<string, string> = {}): T {
  const present = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const [fault] = bodyValidator(schema)(present)
  const field = fault?.pointer?.split('/')[1] ?? ''
  if (fault) throw new WrongCall(`--${options[field] ?? field}: ${fault.message}`)
  return present as T
}

/** Fails when there is no such workspace. */
export async function enter(ctx: Ctx, workspaceId: string): Promise<WorkspaceCtx> {
  const inside = { ...ctx, workspaceId }
  await getSettings(inside)
  return inside
}

/** The sentence for a person at a terminal; undefined for what is a defect and deserves its stack. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof WrongCall) return error.message
  if (error instanceof Refusal) return [error.message, ...(error.options.errors ?? []).map(({ message }) => message)][0]
  return undefined
}
