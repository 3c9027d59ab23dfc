import type { WorkflowDocument } from './document.schema.ts'

/** A language that documents could be written in until it was taken out: nothing kept it from the server that ran it. */
export const JSONATA = 'jsonata'
export const NO_JSONATA = 'Expressions in JSONata no longer run: write them in jq, and leave out evaluate.language.'

export function isInJsonata({ evaluate }: Pick<WorkflowDocument, 'evaluate'>): boolean {
  return evaluate?.language === JSONATA
}
