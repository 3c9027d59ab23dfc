import { newLine, shift, type Edit } from './code-edits.ts'

export type Act =
  | { kind: 'write'; edit: Edit }
  | { kind: 'ask' | 'pick' | 'close' }
  | { kind: 'move'; by: number }
  /** The next Tab goes on to the next field. */
  | { kind: 'leave' }

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>

/** What a key does in the editor; nothing when that is the browser's. */
export function keyed(
  { key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: Key,
  selected: Parameters<typeof newLine>[0],
  isOpen: boolean,
  leaves: boolean,
): Act | undefined {
  if (isComposing || altKey || metaKey) return undefined
  if (ctrlKey) return key === ' ' ? { kind: 'ask' } : undefined
  if (isOpen && !shiftKey) {
    if (key === 'ArrowDown' || key === 'ArrowUp') return { kind: 'move', by: key === 'ArrowDown' ? 1 : -1 }
    if (key === 'Enter' || key === 'Tab') return { kind: 'pick' }
    if (key === 'Escape') return { kind: 'close' }
  }
  if (key === 'Escape') return { kind: 'leave' }
  if (key === 'Enter' && !shiftKey) return { kind: 'write', edit: newLine(selected) }
  if (key !== 'Tab' || leaves) return undefined
  const edit = shift(selected, shiftKey)
  return edit ? { kind: 'write', edit } : undefined
}
