import type { WorkspaceCtx } from '#core/context.ts'
import { coreFailures, fail } from '#core/errors.ts'
import type { CatalogFunction } from './catalog.ts'
import type { WorkflowDocument } from './document.schema.ts'
import { tasksOf } from './document-task.rules.ts'

const SHOWN_MAX = 20

/**
 * Runs act as the service itself. So whoever brings a document into effect with a key, or through a program that was
 * allowed only some things, must hold the scope of every function in it. People are judged by their role.
 */
export function assertScopes(
  { principal }: Pick<WorkspaceCtx, 'principal'>,
  document: WorkflowDocument,
  functions: readonly CatalogFunction[],
): void {
  const held = 'scopes' in principal ? principal.scopes : undefined
  if (!held || held.has('*')) return
  const lacking = tasksOf(document).flatMap(({ pointer, task }) => {
    const used = functions.find(({ name, version }) => task.call === `${name}:${version}@default`)
    return used?.scope === undefined || held.has(used.scope) ? [] : [{ pointer, name: used.name, scope: used.scope }]
  })
  const [first] = lacking
  if (!first) return
  const { insufficient_scope: failure } = coreFailures
  const scopes = [...new Set(lacking.map(({ scope }) => scope))]
  fail(failure, {
    detail: `Functions of the workflow need ${scopes.join(', ')}.`,
    errors: lacking.slice(0, SHOWN_MAX).map(({ pointer, name, scope }) => ({
      pointer: `${pointer}/call`,
      code: failure.code,
      message: `${name} needs the scope ${scope}.`,
    })),
    extra: { requiredScope: first.scope },
  })
}
