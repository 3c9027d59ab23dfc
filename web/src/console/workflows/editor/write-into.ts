import type { Edit } from './code-edits.ts'

/** Writes as if it were typed: only then it can be undone together with what was. */
export function writeInto(field: HTMLTextAreaElement, { from, to, text }: Edit): void {
  field.setSelectionRange(from, to)
  // Old, but nothing else reaches the undo of the browser.
  if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
