import { TO_BE_IN_TIME } from './rule-task-state.ts'

/** Words of questions about tasks: of what they are and of the states they are in. */
export const TASK_WORDS = `again anybody anyone anything approval approved assigned assignee awaiting being close closed complete completed
  day declined doing done due everybody everyone everything finish finished getting given job jobs late latest left mine must my need
  needed needing needs no nobody none noone not one ones ongoing open order orders outstanding overdue pending
  person planned progress quite really refused rejected remain remaining scheduled somebody someone something
  started state status still stuff take taken task tasks thing things ticket tickets todo todos unapproved
  unassigned under underway until waiting waits without work worked working yet`

/** Words that tell no tasks apart where they stand so. */
const TASK_PHRASES =
  /\bon\s+(?:(?:the|our)\s+)?(?:schedule|agenda|calendar|plan|to-?do list)\b|\brunning (?=late\b|behind\b)/gi

export function withoutTaskPhrases(text: string): string {
  return text.replace(TASK_PHRASES, ' ').replace(TO_BE_IN_TIME, ' ')
}

const OF = String.raw`(?:at|in|for|from|of|by|(?:assigned|given) to) (?:the )?`
const ALL_BUT = new RegExp(
  String.raw`(?:\bnot|n['’]t) ${OF}\p{Lu}|\b(?:except|but|other than|outside)(?: (?:those|the ones|for))* (?:${OF})?\p{Lu}`,
  'u',
)

/** Whether it is about all but those of a person or a place, which the list cannot be asked for. */
export function isAllBut(text: string): boolean {
  return ALL_BUT.test(text)
}
