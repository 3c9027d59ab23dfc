import type { ChecklistAnswer } from '../../../src/modules/tasks/checklist-answer.schema.ts'

/** What can be done through the link; each waits in the outbox until the server has taken it. */
export type Action =
  /** With the title of its item, for when the task is not there any more to look it up. */
  | { kind: 'answer'; itemId: string; title?: string; answer: ChecklistAnswer }
  | { kind: 'comment'; content: string }
  | { kind: 'photo'; file: Blob; fileName: string; itemId: string | null }
  | { kind: 'complete'; summary: string | null }

export type ActionKind = Action['kind']

/** An answer that has not left yet makes an earlier one to the same item needless. */
export function makesNeedless(action: Action, earlier: Action): boolean {
  if (action.kind === 'answer') return earlier.kind === 'answer' && earlier.itemId === action.itemId
  return action.kind === 'complete' && earlier.kind === 'complete'
}

/** What a completion that came too late had to say is said as a comment. */
export function leftToSay({ action }: { action: Action }): Action | undefined {
  if (action.kind !== 'complete' || action.summary === null) return undefined
  return { kind: 'comment', content: action.summary }
}

export interface Outgoing {
  method: 'POST' | 'PUT'
  address: string
  body: FormData | string
}

export function outgoing(address: string, action: Action): Outgoing {
  switch (action.kind) {
    case 'answer':
      return {
        method: 'PUT',
        address: `${address}/checklist-items/${action.itemId}`,
        body: JSON.stringify(action.answer),
      }
    case 'comment':
      return { method: 'POST', address: `${address}/comment`, body: JSON.stringify({ content: action.content }) }
    case 'complete':
      return { method: 'POST', address: `${address}/complete`, body: JSON.stringify({ summary: action.summary }) }
    case 'photo': {
      const form = new FormData()
      if (action.itemId !== null) form.append('checklistItemId', action.itemId)
      form.append('file', action.file, action.fileName)
      return { method: 'POST', address: `${address}/upload`, body: form }
    }
  }
}
