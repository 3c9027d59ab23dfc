import type { ChecklistAnswer } from './checklist-answer.schema.ts'

/** What is kept of an answer that fits its kind: nothing when it takes the answer back. */
export function keptAnswer(answer: ChecklistAnswer): ChecklistAnswer | null {
  const { note: _, ...said } = answer
  const isSaid = Object.values(said).every((value) => value !== null && value !== undefined)
  return isSaid && answer.done !== false ? answer : null
}
