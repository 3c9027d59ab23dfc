import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ButtonLink } from '../../design/button.tsx'
import { Choice } from '../../design/choice.tsx'
import { TextField } from '../../design/field.tsx'
import { Stars } from '../../design/stars.tsx'
import { Stepper } from '../../design/stepper.tsx'
import { useWords } from '../../language/language.tsx'
import type { RowProps } from './checklist-row.tsx'
import { PhotoButton } from './photo-uploads.tsx'
import { tasksWords } from './words/tasks-words.ts'

const COUNT_MAX = 1_000_000
/** Several presses are one answer. */
const PAUSE_MILLIS = 600

type AnswerProps = Pick<RowProps, 'item' | 'onAnswer' | 'onPhotos'> & { titleId: string }

/** What answers an item of its kind; a tick has its box. */
export function ItemAnswer(props: AnswerProps): ReactNode {
  const { checklist, openAction } = useWords(tasksWords)
  const { item, titleId, onAnswer, onPhotos } = props
  const answer = item.answer ?? {}
  switch (item.kind) {
    case 'CONDITION':
      return <ConditionAnswer {...props} />
    case 'YES_NO':
      return (
        <Choice
          labelledBy={titleId}
          options={[
            { value: 'yes', label: checklist.yes },
            { value: 'no', label: checklist.no },
          ]}
          value={typeof answer.yes === 'boolean' ? (answer.yes ? 'yes' : 'no') : null}
          onChoose={(value) => onAnswer({ yes: value === 'yes' })}
        />
      )
    case 'COUNT':
      return <CountAnswer {...props} />
    case 'RATING':
      return (
        <Stars
          labelledBy={titleId}
          value={typeof answer.stars === 'number' ? answer.stars : null}
          nameOf={checklist.stars}
          onRate={(stars) => onAnswer({ stars })}
        />
      )
    case 'TEXT':
      return (
        <Written
          label={item.title}
          value={answer.text}
          lengthMax={5000}
          onWritten={(text, onSettled) => onAnswer({ text }, onSettled)}
        />
      )
    case 'PHOTO':
      return <PhotoButton label={`${checklist.addPhoto}: ${item.title}`} onFiles={onPhotos} />
    case 'EXTERNAL':
      return item.actionUrl?.startsWith('https://') ? (
        <ButtonLink icon="arrowUpRight" href={item.actionUrl} target="_blank" aria-describedby={titleId}>
          {openAction}
        </ButtonLink>
      ) : null
    default:
      return null
  }
}

function ConditionAnswer({ item, titleId, onAnswer }: AnswerProps): ReactNode {
  const { checklist } = useWords(tasksWords)
  const conditions = ['GOOD', 'FAIR', 'POOR', 'DAMAGED'] as const
  const value = conditions.find((each) => each === item.answer?.value) ?? null
  const note = typeof item.answer?.note === 'string' ? item.answer.note : null
  return (
    <div className="grid gap-2">
      <Choice
        labelledBy={titleId}
        options={conditions.map((each) => ({ value: each, label: checklist.conditions[each] }))}
        value={value}
        onChoose={(chosen) => onAnswer(note === null ? { value: chosen } : { value: chosen, note })}
      />
      {value === null || (value === 'GOOD' && note === null) ? null : (
        <Written
          label={`${checklist.note}: ${item.title}`}
          value={note}
          lengthMax={2000}
          onWritten={(text, onSettled) => onAnswer({ value, note: text }, onSettled)}
        />
      )}
    </div>
  )
}

function CountAnswer({ item, onAnswer }: AnswerProps): ReactNode {
  const { checklist } = useWords(tasksWords)
  const said = typeof item.answer?.count === 'number' ? item.answer.count : null
  const [typed, setTyped] = useState<number | null>()
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send(): void }>(undefined)
  // Whoever leaves the page has still counted.
  useEffect(() => () => waiting.current?.send(), [])
  function take(count: number | null): void {
    setTyped(count)
    clearTimeout(waiting.current?.timer)
    const send = (): void => {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
      setTyped(undefined)
      onAnswer({ count })
    }
    waiting.current = { send, timer: setTimeout(send, PAUSE_MILLIS) }
  }
  return (
    <Stepper
      label={item.title}
      fewer={`${checklist.fewer}: ${item.title}`}
      more={`${checklist.more}: ${item.title}`}
      value={typed === undefined ? said : typed}
      max={COUNT_MAX}
      onChange={take}
    />
  )
}

interface WrittenProps {
  label: string
  value: unknown
  lengthMax: number
  onWritten(text: string | null, onSettled: (isSaved: boolean) => void): void
}

/** Saved on leaving the field. What was written stays in it until it is saved, whatever others answer meanwhile. */
function Written({ label, value, lengthMax, onWritten }: WrittenProps): ReactNode {
  const { checklist } = useWords(tasksWords)
  const said = typeof value === 'string' ? value : ''
  /** What stands in the field instead of what was said, and what it began from. */
  const [held, setHeld] = useState<{ text: string; from: string }>()
  function leave(): void {
    const text = held?.text.trim() ?? ''
    if (held === undefined || text === held.from) return setHeld(undefined)
    setHeld({ text, from: text })
    onWritten(text === '' ? null : text, (isSaved) =>
      setHeld((now) => {
        if (!isSaved) return { text: now?.text ?? text, from: held.from }
        return now?.text === text ? undefined : now
      }),
    )
  }
  return (
    <TextField
      label={label}
      isLabelHidden
      placeholder={checklist.notePlaceholder}
      maxLength={lengthMax}
      value={held?.text ?? said}
      onFocus={() => setHeld(held ?? { text: said, from: said })}
      onChange={({ target }) => setHeld({ text: target.value, from: held?.from ?? said })}
      onBlur={leave}
    />
  )
}
