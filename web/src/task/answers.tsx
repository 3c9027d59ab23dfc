import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ButtonLink } from '../design/button.tsx'
import { Choice } from '../design/choice.tsx'
import { TextField } from '../design/field.tsx'
import { Stars } from '../design/stars.tsx'
import { Stepper } from '../design/stepper.tsx'
import { clearDraft, readDraft, writeDraft } from '../offline/draft.ts'
import type { AnswerProps } from './checklist-item.tsx'
import { useTask } from './task-context.ts'

const COUNT_MAX = 1_000_000
const TEXT_LENGTH_MAX = 5000
const NOTE_LENGTH_MAX = 2000
/** After so long without a key the text counts as said; whatever comes later replaces it. */
const PAUSE_MILLIS = 800

export function ConditionAnswer({ item, titleId, disabled, onAnswer }: AnswerProps): ReactNode {
  const { words } = useTask()
  const value = item.answer?.value ?? null
  const note = item.answer?.note ?? null
  const options = (['GOOD', 'FAIR', 'POOR', 'DAMAGED'] as const).map((condition) => ({
    value: condition,
    label: words.conditions[condition],
  }))
  const hasNote = value !== null && (value !== 'GOOD' || note !== null)
  return (
    <>
      <Choice
        labelledBy={titleId}
        options={options}
        value={value}
        disabled={disabled}
        onChoose={(chosen) => onAnswer(note === null ? { value: chosen } : { value: chosen, note })}
      />
      {hasNote ? (
        <Written
          draftKey={item.id}
          label={`${words.conditionNote}: ${item.title}`}
          placeholder={words.conditionNotePlaceholder}
          lengthMax={NOTE_LENGTH_MAX}
          value={note}
          disabled={disabled}
          onWritten={(text) => onAnswer({ value, note: text })}
        />
      ) : null}
    </>
  )
}

export function YesNoAnswer({ item, titleId, disabled, onAnswer }: AnswerProps): ReactNode {
  const { words } = useTask()
  const yes = item.answer?.yes ?? null
  const options = [
    { value: 'yes', label: words.yes },
    { value: 'no', label: words.no },
  ] as const
  return (
    <Choice
      labelledBy={titleId}
      options={options}
      value={yes === null ? null : yes ? 'yes' : 'no'}
      disabled={disabled}
      onChoose={(chosen) => onAnswer({ yes: chosen === 'yes' })}
    />
  )
}

export function CountAnswer({ item, disabled, onAnswer }: AnswerProps): ReactNode {
  const { words } = useTask()
  return (
    <Stepper
      label={item.title}
      fewer={`${words.fewer}: ${item.title}`}
      more={`${words.more}: ${item.title}`}
      max={COUNT_MAX}
      value={item.answer?.count ?? null}
      disabled={disabled}
      onChange={(count) => onAnswer({ count })}
    />
  )
}

export function RatingAnswer({ item, titleId, disabled, onAnswer }: AnswerProps): ReactNode {
  const { words } = useTask()
  return (
    <Stars
      labelledBy={titleId}
      value={item.answer?.stars ?? null}
      disabled={disabled}
      nameOf={words.stars}
      onRate={(stars) => onAnswer({ stars })}
    />
  )
}

export function TextAnswer({ item, disabled, onAnswer }: AnswerProps): ReactNode {
  const { words } = useTask()
  return (
    <Written
      draftKey={item.id}
      label={item.title}
      placeholder={words.textPlaceholder}
      lengthMax={TEXT_LENGTH_MAX}
      value={item.answer?.text ?? null}
      disabled={disabled}
      onWritten={(text) => onAnswer({ text })}
    />
  )
}

/** Done elsewhere; all there is to do here is to go there. */
export function ExternalAnswer({ item, titleId }: AnswerProps): ReactNode {
  const { words } = useTask()
  return (
    <div className="grid justify-items-start gap-2">
      {item.actionUrl ? (
        <ButtonLink icon="arrowUpRight" href={item.actionUrl} target="_blank" aria-describedby={titleId}>
          {words.openExternal}
          <span className="sr-only"> ({words.opensInNewTab})</span>
        </ButtonLink>
      ) : null}
      <p className="text-small text-soft">{words.externalHint}</p>
    </div>
  )
}

interface WrittenProps {
  draftKey: string
  label: string
  placeholder: string
  lengthMax: number
  value: string | null
  disabled: boolean
  onWritten(text: string | null): Promise<void>
}

/** Kept as it is typed: every letter as a draft, and as the answer on every pause and on leaving the field. */
function Written({ draftKey, label, placeholder, lengthMax, value, disabled, onWritten }: WrittenProps): ReactNode {
  const [draft] = useState(() => readDraft(draftKey))
  const [text, setText] = useState(draft ?? value ?? '')
  const [isTouched, setTouched] = useState(draft !== null)
  const isFocused = useRef(false)
  useEffect(() => {
    if (!isFocused.current && readDraft(draftKey) === null) setText(value ?? '')
  }, [value, draftKey])
  const save = async (): Promise<void> => {
    setTouched(false)
    const said = text.trim() === '' ? null : text.trim()
    if (isTouched && said !== value) await onWritten(said)
    if (readDraft(draftKey) === text) clearDraft(draftKey)
  }
  useEffect(() => {
    if (!isTouched) return
    const timer = setTimeout(() => void save(), PAUSE_MILLIS)
    return () => clearTimeout(timer)
  })
  return (
    <TextField
      label={label}
      isLabelHidden
      placeholder={placeholder}
      maxLength={lengthMax}
      value={text}
      disabled={disabled}
      onFocus={() => (isFocused.current = true)}
      onBlur={() => {
        isFocused.current = false
        void save()
      }}
      onChange={({ target }) => {
        setTouched(true)
        setText(target.value)
        writeDraft(draftKey, target.value)
      }}
    />
  )
}
