import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceCtx } from '#core/context.ts'
import { coreFailures, fail } from '#core/errors.ts'
import type { CatalogFunction } from './catalog.ts'
import type { WorkflowDocument } from './document.schema.ts'
import { tasksOf } from './document-task.rules.ts'
import { heardByTrigger, heardIn, type HeardScope } from './event-scope.rules.ts'
import type { WorkflowTrigger } from './trigger.schema.ts'

const SHOWN_MAX = 20

/**
 * Runs act as the service itself. So whoever brings a document into effect with a key, or through a program that was
 * allowed only some things, must hold the scope of every function in it, and of every event that it hears of. People are
 * judged by their role.
 */
export function assertScopes(
  ctx: Pick<WorkspaceCtx, 'principal'>,
  document: WorkflowDocument,
  functions: readonly CatalogFunction[],
): void {
  const called = tasksOf(document).flatMap(({ pointer, task }) => {
    const used = functions.find(({ name, version }) => task.call === `${name}:${version}@default`)
    return used?.scope === undefined ? [] : [{ pointer: `${pointer}/call`, name: used.name, scope: used.scope }]
  })
  refuseLacking(ctx, 'Functions of the workflow need', called)
  refuseLacking(ctx, 'Events that the workflow hears of need', heardIn(document).map(asNeed))
}

/** What a trigger hears of, and which of it. */
type Heard = Pick<WorkflowTrigger, 'kind' | 'isEnabled' | 'eventTypes' | 'filter' | 'channels' | 'phrase'>

/** The same for a trigger that is not of the document. What it hears already, as it was `before`, was let in. */
export function assertTriggerScopes(ctx: Pick<WorkspaceCtx, 'principal'>, trigger: Heard, before?: Heard): void {
  refuseLacking(ctx, 'Events that the trigger hears of need', newlyHeard(trigger, before).map(asNeed))
}

/** What a trigger hears that it did not hear before. With other conditions it may be all. */
function newlyHeard(trigger: Heard, before?: Heard): HeardScope[] {
  const isSame = (['filter', 'channels', 'phrase'] as const).every((name) =>
    isDeepStrictEqual(trigger[name], before?.[name]),
  )
  const known = before && isSame ? heardByTrigger(before) : []
  return heardByTrigger(trigger).filter(
    ({ type, scope }) => !known.some((each) => each.scope === scope && (each.type === type || each.type === '*')),
  )
}

interface Need {
  pointer: string
  name: string
  scope: string
}

function asNeed({ pointer, type, scope }: HeardScope): Need {
  return { pointer, name: type === '*' ? 'Hearing of any event' : type, scope }
}

function refuseLacking({ principal }: Pick<WorkspaceCtx, 'principal'>, text: string, needs: readonly Need[]): void {
  const held = 'scopes' in principal ? principal.scopes : undefined
  if (!held || held.has('*')) return
  const lacking = needs.filter(({ scope }) => !held.has(scope))
  const [first] = lacking
  if (!first) return
  const { insufficient_scope: failure } = coreFailures
  const scopes = [...new Set(lacking.map(({ scope }) => scope))]
  fail(failure, {
    detail: `${text} ${scopes.join(', ')}.`,
    errors: lacking.slice(0, SHOWN_MAX).map(({ pointer, name, scope }) => ({
      pointer,
      code: failure.code,
      message: `${name} needs the scope ${scope}.`,
    })),
    extra: { requiredScope: first.scope },
  })
}
