import type { CatalogFunction } from './catalog.ts'
import type { Expressions } from './expression.ts'

/** What checking documents and starting runs takes. */
export interface WorkflowTools {
  expressions: Expressions
  functions: readonly CatalogFunction[]
}
