import type { WorkflowDocument } from './document.schema.ts'

/** A former expression language, removed because nothing isolated it from the server that ran it. */
export const JSONATA = 'jsonata'
export const NO_JSONATA = 'Expressions in JSONata no longer run: write them in jq, and leave out evaluate.language.'

export function isInJsonata({ evaluate }: Pick<WorkflowDocument, 'evaluate'>): boolean {
  return evaluate?.language === JSONATA
}
