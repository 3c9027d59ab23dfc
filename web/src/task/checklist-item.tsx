import type { ReactNode } from 'react'
import type { ChecklistAnswer } from '../../../src/modules/tasks/checklist-answer.schema.ts'
import type { SharedChecklistItem } from '../../../src/modules/links/shared-task.schema.ts'
import { TickMark } from '../design/tick.tsx'
import { ConditionAnswer, CountAnswer, ExternalAnswer, RatingAnswer, TextAnswer, YesNoAnswer } from './answers.tsx'
import { EntryState } from './entry-state.tsx'
import { PhotoAnswer } from './photo-answer.tsx'
import { useTask } from './task-context.ts'

export interface AnswerProps {
  item: SharedChecklistItem
  /** Id of the element with the title of the item, which names its controls. */
  titleId: string
  disabled: boolean
  onAnswer(answer: ChecklistAnswer): Promise<void>
}

/** Where a blocker leads to. */
export const itemElementId = (itemId: string): string => `item-${itemId}`

const CONTROLS: Record<Exclude<SharedChecklistItem['kind'], 'CHECK'>, (props: AnswerProps) => ReactNode> = {
  CONDITION: ConditionAnswer,
  COUNT: CountAnswer,
  TEXT: TextAnswer,
  YES_NO: YesNoAnswer,
  RATING: RatingAnswer,
  PHOTO: PhotoAnswer,
  EXTERNAL: ExternalAnswer,
}

export function ChecklistItem({ item }: { item: SharedChecklistItem }): ReactNode {
  const { outlook, session, canAnswer } = useTask()
  const titleId = `title-${item.id}`
  const pending = outlook.answers.get(item.id)
  const onAnswer = (answer: ChecklistAnswer): Promise<void> => session.act({ kind: 'answer', itemId: item.id, answer })
  const props = { item, titleId, disabled: !canAnswer, onAnswer }
  const Control = item.kind === 'CHECK' ? undefined : CONTROLS[item.kind]
  return (
    <li
      id={itemElementId(item.id)}
      tabIndex={-1}
      className="scroll-mt-20 p-4 outline-none first:rounded-t-card last:rounded-b-card target:bg-accent-ground focus:bg-accent-ground"
    >
      {Control ? (
        <div className="flex gap-3">
          <TickMark isDone={item.completedAt !== null} />
          <div className="grid min-w-0 flex-1 gap-3">
            <Title item={item} titleId={titleId} />
            <Control {...props} />
          </div>
        </div>
      ) : (
        <CheckAnswer {...props} />
      )}
      {pending ? (
        <div className="mt-2 pl-10">
          <EntryState entry={pending} />
        </div>
      ) : null}
    </li>
  )
}

function Title({ item, titleId }: { item: SharedChecklistItem; titleId: string }): ReactNode {
  const { words } = useTask()
  return (
    <div className="grid gap-0.5 pt-0.5">
      <p id={titleId} className="font-medium">
        {item.title}
      </p>
      {item.required ? null : <p className="text-small text-soft">{words.optional}</p>}
      {item.completedAt === null ? null : <span className="sr-only">{words.done}</span>}
    </div>
  )
}

/** The whole line is the box to tick. */
function CheckAnswer({ item, titleId, disabled, onAnswer }: AnswerProps): ReactNode {
  const { words } = useTask()
  return (
    <label className="-m-4 flex min-h-14 items-start gap-3 p-4 has-disabled:cursor-default has-focus-visible:rounded-card has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-accent">
      <input
        type="checkbox"
        className="sr-only"
        aria-labelledby={titleId}
        checked={item.completedAt !== null}
        disabled={disabled}
        onChange={({ target }) => void onAnswer({ done: target.checked })}
      />
      <TickMark isDone={item.completedAt !== null} />
      <span className="grid gap-0.5 pt-0.5">
        <span id={titleId} className="font-medium">
          {item.title}
        </span>
        {item.required ? null : <span className="text-small text-soft">{words.optional}</span>}
      </span>
    </label>
  )
}
