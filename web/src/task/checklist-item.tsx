import type { ReactNode } from 'react'
import type { ChecklistAnswer } from '../../../src/modules/tasks/checklist-answer.schema.ts'
import type { SharedChecklistItem } from '../../../src/modules/links/shared-task.schema.ts'
import type { IconName } from '../design/icon.tsx'
import { DoneMark, TickBox } from '../design/tick.tsx'
import { ConditionAnswer, CountAnswer, ExternalAnswer, RatingAnswer, TextAnswer, YesNoAnswer } from './answers.tsx'
import type { Entry } from '../offline/store.ts'
import { EntrySign, EntryState } from './entry-state.tsx'
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

type OtherKind = Exclude<SharedChecklistItem['kind'], 'CHECK'>

const CONTROLS: Record<OtherKind, (props: AnswerProps) => ReactNode> = {
  CONDITION: ConditionAnswer,
  COUNT: CountAnswer,
  TEXT: TextAnswer,
  YES_NO: YesNoAnswer,
  RATING: RatingAnswer,
  PHOTO: PhotoAnswer,
  EXTERNAL: ExternalAnswer,
}

const ICONS: Record<OtherKind, IconName> = {
  CONDITION: 'gauge',
  COUNT: 'hash',
  TEXT: 'pen',
  YES_NO: 'question',
  RATING: 'star',
  PHOTO: 'camera',
  EXTERNAL: 'link',
}

export function ChecklistItem({ item }: { item: SharedChecklistItem }): ReactNode {
  const { outlook, session, canAnswer } = useTask()
  const titleId = `title-${item.id}`
  const pending = outlook.answers.get(item.id)
  const onAnswer = (answer: ChecklistAnswer): Promise<void> =>
    session.act({ kind: 'answer', itemId: item.id, title: item.title, answer })
  const props = { item, titleId, disabled: !canAnswer, onAnswer }
  const other = item.kind === 'CHECK' ? undefined : { Control: CONTROLS[item.kind], icon: ICONS[item.kind] }
  return (
    <li
      id={itemElementId(item.id)}
      tabIndex={-1}
      className="scroll-mt-20 p-4 outline-none first:rounded-t-card last:rounded-b-card target:bg-accent-ground focus:bg-accent-ground"
    >
      {other ? (
        <div className="flex gap-3">
          <DoneMark isDone={item.completedAt !== null} icon={other.icon} />
          <div className="grid min-w-0 flex-1 gap-3">
            <Title item={item} titleId={titleId} pending={pending} />
            <other.Control {...props} />
          </div>
        </div>
      ) : (
        <CheckAnswer {...props} pending={pending} />
      )}
      {pending?.refusal ? (
        <div className="mt-2 pl-10">
          <EntryState entry={pending} />
        </div>
      ) : null}
    </li>
  )
}

interface TitleProps {
  item: SharedChecklistItem
  titleId: string
  pending: Entry | undefined
}

function Title({ item, titleId, pending }: TitleProps): ReactNode {
  const { words } = useTask()
  return (
    <span className="flex flex-1 items-start justify-between gap-2 pt-0.5">
      <span className="grid gap-0.5">
        <bdi id={titleId} className="font-medium">
          {item.title}
        </bdi>
        {item.required ? null : <span className="text-small text-soft">{words.optional}</span>}
        {item.completedAt === null ? null : <span className="sr-only">{words.done}</span>}
      </span>
      <EntrySign entry={pending} />
    </span>
  )
}

/** The whole line is the box to tick. */
function CheckAnswer({ item, titleId, disabled, onAnswer, pending }: AnswerProps & TitleProps): ReactNode {
  return (
    <label className="relative -m-4 flex min-h-14 items-start gap-3 p-4 has-disabled:cursor-default has-focus-visible:rounded-card has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-accent">
      <input
        type="checkbox"
        className="absolute inset-0 size-full cursor-[inherit] opacity-0"
        aria-labelledby={titleId}
        checked={item.completedAt !== null}
        disabled={disabled}
        onChange={({ target }) => void onAnswer({ done: target.checked })}
      />
      <TickBox isTicked={item.completedAt !== null} />
      <Title item={item} titleId={titleId} pending={pending} />
    </label>
  )
}
