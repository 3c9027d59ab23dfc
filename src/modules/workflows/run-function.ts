import { writerOf } from '#core/answer-writer.ts'
import type { WorkspaceCtx } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { bodyValidator } from '#core/validate.ts'
import type { CatalogFunction } from './catalog.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { standardError } from './flow-error.rules.ts'
import type { Signal } from './flow-state.rules.ts'
import { valueFault } from './value.rules.ts'

type Plain = Extract<Signal, { kind: 'error' }>['error']

export function errorSignal(type: Parameters<typeof standardError>[0], detail: string, status?: number): Signal {
  const { instance: _, ...error } = standardError(type, '', detail, status)
  return { kind: 'error', error }
}

/** The same for what no other attempt can mend. */
export function lastingSignal(...given: Parameters<typeof errorSignal>): Signal {
  return { ...errorSignal(...given), isLasting: true } as Signal
}

/** What is wrong with the arguments; nothing when they fit. */
export function argumentsFault({ name, input }: CatalogFunction, args: JsonObject): Signal | undefined {
  const [first] = bodyValidator(input)(args)
  return first && errorSignal('validation', `${name}${first.pointer ?? ''}: ${first.message}`)
}

/**
 * Runs a function of the product; its answer is what it declares and nothing else. A refusal comes out as it is: what was
 * written before it has to be undone.
 */
export async function runFunction(
  ctx: WorkspaceCtx,
  { operation }: CatalogFunction,
  args: JsonObject,
): Promise<Signal> {
  if (!operation) throw new Error('the engine does this itself')
  const answer = await operation.run(ctx, args)
  return keptSignal(JSON.parse(writerOf(operation.reply)(answer)) as Json)
}

/** Through JSON: what a run keeps is what it would get when it is read again. */
export function resultSignal(value: Json): Signal {
  return keptSignal(JSON.parse(JSON.stringify(value ?? null)) as Json)
}

function keptSignal(output: Json): Signal {
  const fault = valueFault(output)
  return fault ? lastingSignal('runtime', fault) : { kind: 'result', output }
}

/** Whether to try again later is not a matter of the workflow. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof Refusal) || error.failure.status >= 500 || error.failure.status === 429
}

const TYPES: Record<number, Parameters<typeof standardError>[0]> = {
  400: 'validation',
  401: 'authentication',
  403: 'authorization',
  422: 'validation',
  502: 'communication',
  504: 'communication',
}

/** A refusal of the product, as workflows see it. */
export function refusedSignal({ failure, message, options }: Refusal): Signal {
  const [first] = options.errors ?? []
  const where = first ? ` (${first.pointer ?? first.parameter ?? ''}: ${first.message})` : ''
  const error: Plain = {
    ...plainError(errorSignal(TYPES[failure.status] ?? 'runtime', `${message}${where}`, failure.status)),
    title: failure.code,
  }
  return { kind: 'error', error }
}

function plainError(signal: Signal): Plain {
  if (signal.kind !== 'error') throw new Error('not an error')
  return signal.error
}

/** Reads change nothing, and what works outside of the database does not wait in a transaction. */
export function isOutside({ operation }: CatalogFunction): boolean {
  return operation !== undefined && (operation.outsideTransaction || operation.readsOnly)
}
