import { useId, type ReactNode } from 'react'
import type { ChecklistAnswer } from '../../../../src/modules/tasks/checklist-answer.schema.ts'
import type { ChecklistItem } from '../../../../src/modules/tasks/task-part.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { DoneMark, TickBox } from '../../design/tick.tsx'
import { Joined } from '../../design/joined.tsx'
import { useWords } from '../../language/language.tsx'
import { ItemAnswer } from './item-answer.tsx'
import { tasksWords } from './words/tasks-words.ts'

export interface RowProps {
  item: ChecklistItem
  canAnswer: boolean
  onAnswer(said: ChecklistAnswer, onSettled?: (isSaved: boolean) => void): void
  onPhotos(files: File[]): void
}

/** What takes an answer of this kind back. */
const NOTHING: Partial<Record<ChecklistItem['kind'], ChecklistAnswer>> = {
  CHECK: { done: false },
  CONDITION: { value: null },
  COUNT: { count: null },
  TEXT: { text: null },
  YES_NO: { yes: null },
  RATING: { stars: null },
}

/** One thing to do or to say. */
export function ChecklistRow({ item, canAnswer, onAnswer, onPhotos }: RowProps): ReactNode {
  const words = useWords(tasksWords)
  const titleId = useId()
  const boxId = useId()
  const isDone = item.completedAt !== null
  const nothing = NOTHING[item.kind]
  const isTickable = item.kind === 'CHECK' && canAnswer
  return (
    <li className="grid gap-2 px-4 py-2">
      <div className="flex min-h-12 items-center gap-3">
        {isTickable ? (
          <label className="relative grid size-11 shrink-0 place-items-center has-focus-visible:outline-3 has-focus-visible:outline-accent">
            <input
              id={boxId}
              type="checkbox"
              className="absolute inset-0 opacity-0"
              aria-label={item.title}
              checked={isDone}
              onChange={({ target }) => onAnswer({ done: target.checked })}
            />
            <TickBox isTicked={isDone} />
          </label>
        ) : (
          <span className="grid size-11 shrink-0 place-items-center">
            <DoneMark
              isDone={isDone}
              icon={item.kind === 'PHOTO' ? 'camera' : item.kind === 'EXTERNAL' ? 'link' : 'minus'}
            />
          </span>
        )}
        <p id={titleId} className={`min-w-0 flex-1 ${isDone ? 'text-soft' : ''}`}>
          {isTickable ? (
            <label htmlFor={boxId} className="block cursor-pointer py-2.5">
              {item.title}
            </label>
          ) : (
            item.title
          )}
        </p>
        {item.required && item.blocksCompletion && !isDone ? <Badge tone="warn">{words.checklist.needed}</Badge> : null}
        {isDone ? <span className="sr-only">{words.checklist.isDone}</span> : null}
        {isDone && canAnswer && nothing && item.kind !== 'CHECK' ? (
          <Button look="quiet" aria-describedby={titleId} onClick={() => onAnswer(nothing)}>
            {words.checklist.takeBack}
          </Button>
        ) : null}
      </div>
      <div className="pl-14 empty:hidden">
        {canAnswer ? (
          <ItemAnswer item={item} titleId={titleId} onAnswer={onAnswer} onPhotos={onPhotos} />
        ) : (
          <Said item={item} />
        )}
      </div>
    </li>
  )
}

/** What was answered, as a sentence would say it. */
function Said({ item: { kind, answer } }: { item: ChecklistItem }): ReactNode {
  const { checklist } = useWords(tasksWords)
  if (answer === null) return null
  const { value, note, count, text, yes, stars } = answer
  const conditions: Record<string, string> = checklist.conditions
  const parts: Partial<Record<ChecklistItem['kind'], unknown[]>> = {
    CONDITION: [conditions[String(value)], note],
    COUNT: [count],
    TEXT: [text],
    YES_NO: [yes === true ? checklist.yes : yes === false ? checklist.no : ''],
    RATING: [typeof stars === 'number' ? `${stars} / 5` : ''],
  }
  const said = (parts[kind] ?? []).filter((part) => part !== undefined && part !== null && part !== '').map(String)
  if (said.length === 0) return null
  return (
    <p className="text-small text-soft">
      <Joined parts={said} />
    </p>
  )
}

/** The item as it will be. */
export function answered(item: ChecklistItem, said: ChecklistAnswer): ChecklistItem {
  const { note: _, ...values } = said
  const isSaid = Object.values(values).every((value) => value !== null && value !== false) || said.yes === false
  if (!isSaid) return { ...item, answer: null, completedAt: null }
  return { ...item, answer: said, completedAt: item.completedAt ?? new Date().toISOString() }
}
