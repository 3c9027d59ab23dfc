import { useEffect, useRef, type ReactNode } from 'react'
import { useWords } from '../../language/language.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { SELECTED_MAX, type Selection } from './use-selection.ts'
import { tasksWords } from './words/tasks-words.ts'

/** Above the list: selects all of it, or none. */
export function SelectAll({ selection, total }: { selection: Selection; total: number }): ReactNode {
  const words = useWords(tasksWords)
  const box = useRef<HTMLInputElement>(null)
  const count = selection.tasks.size
  const isAll = count >= Math.min(total, SELECTED_MAX)
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  const turn = (): void => (isAll ? selection.clear() : void selection.all(total))
  useKeys({ '*': turn })
  return (
    <label className="flex min-h-11 shrink-0 items-center border-t border-line bg-surface pl-1 text-small text-soft lg:pl-3">
      <span className="grid size-11 shrink-0 place-items-center">
        <input ref={box} type="checkbox" className="size-5 accent-accent" checked={isAll} onChange={turn} />
      </span>
      <span className="pl-1.5">{total > SELECTED_MAX ? words.selectFirst(SELECTED_MAX) : words.selectAll}</span>
    </label>
  )
}
