/** Words of questions about tasks: of what they are and of the states they are in. */
export const TASK_WORDS = `again anybody anyone anything approval approved assigned assignee awaiting being close closed complete completed
  day declined doing done due everything finish finished getting given job jobs late latest left mine must my need
  needed needing needs no nobody none noone not one ones ongoing open order orders outstanding overdue pending
  person planned progress quite really refused rejected remain remaining scheduled somebody someone something
  started state status still stuff take taken task tasks thing things ticket tickets todo todos unapproved
  unassigned under underway until waiting waits without work worked working yet`

const OF = String.raw`(?:at|in|for|from|of|by|(?:assigned|given) to) (?:the )?`
const ALL_BUT = new RegExp(
  String.raw`(?:\bnot|n['’]t) ${OF}\p{Lu}|\b(?:except|but|other than|outside)(?: (?:those|the ones|for))* (?:${OF})?\p{Lu}`,
  'u',
)

/** Whether it is about all but those of a person or a place, which the list cannot be asked for. */
export function isAllBut(text: string): boolean {
  return ALL_BUT.test(text)
}
