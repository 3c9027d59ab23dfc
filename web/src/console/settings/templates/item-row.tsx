import type { KeyboardEvent, ReactNode } from 'react'
import type { TemplateItem } from '../../../../../src/modules/tasks/template.schema.ts'
import { LineField, Options, SelectField, TickField } from '../../../design/field.tsx'
import { Icon } from '../../../design/icon.tsx'
import { useWords } from '../../../language/language.tsx'
import type { DraftItem } from './template-draft.ts'
import { templatesWords } from './words/templates-words.ts'

type Kind = TemplateItem['kind']
const KINDS = ['CHECK', 'PHOTO', 'CONDITION', 'YES_NO', 'COUNT', 'TEXT', 'RATING'] as const satisfies readonly Kind[]

interface ItemRowProps {
  /** Begins the ids by which its parts are found. */
  id: string
  item: DraftItem
  number: number
  isDragged: boolean
  onChange(fields: Partial<TemplateItem>): void
  /** The pointer has taken its handle. */
  onTake(): void
  onStep(by: 1 | -1): void
  /** The next item, please. */
  onNext(): void
  onDrop(): void
}

export function ItemRow(props: ItemRowProps): ReactNode {
  const { id, item, number, isDragged, onChange, onTake, onStep, onDrop } = props
  const words = useWords(templatesWords)
  const position = String(number)
  const side = 'grid size-11 shrink-0 place-items-center rounded-control text-soft hover:bg-sunken'
  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border bg-surface p-2 ${isDragged ? 'border-accent shadow-card' : 'border-line'}`}
    >
      <button
        type="button"
        id={`${id}-handle-${item.key}`}
        aria-label={words.moveItem(position)}
        className={`${side} cursor-grab touch-none active:cursor-grabbing`}
        onPointerDown={onTake}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
          if (by === undefined) return
          event.preventDefault()
          onStep(by)
        }}
      >
        <Icon name="grip" className="size-5 stroke-3" />
      </button>
      <div className="min-w-0 flex-1">
        <LineField
          id={`${id}-title-${item.key}`}
          label={words.item(position)}
          isLabelHidden
          placeholder={words.itemText}
          required
          maxLength={500}
          autoComplete="off"
          value={item.title}
          onChange={({ target }) => onChange({ title: target.value })}
          onKeyDown={(event) => writingKey(event, props)}
        />
      </div>
      <button type="button" aria-label={words.dropItem(position)} className={side} onClick={onDrop}>
        <Icon name="x" className="size-5" />
      </button>
      <div className="flex basis-full flex-wrap items-center gap-x-5 gap-y-1 sm:pl-14">
        <SelectField
          label={words.itemKind(position)}
          isLabelHidden
          value={item.kind}
          onChange={({ target }) => onChange({ kind: target.value as Kind })}
        >
          <Options values={KINDS} text={(kind) => words.kinds[kind]} />
        </SelectField>
        <TickField
          label={words.required}
          checked={item.required}
          // What need not be done cannot keep a task open.
          onChange={({ target }) =>
            onChange({ required: target.checked, blocksCompletion: target.checked && item.blocksCompletion })
          }
        />
        <TickField
          label={words.blocks}
          checked={item.blocksCompletion}
          disabled={!item.required}
          onChange={({ target }) => onChange({ blocksCompletion: target.checked })}
        />
      </div>
    </li>
  )
}

/** As in a list that one writes: Enter begins the next line, Backspace in an empty one takes it away. */
function writingKey(event: KeyboardEvent, { item, onNext, onDrop }: ItemRowProps): void {
  if (event.key === 'Enter') onNext()
  else if (event.key === 'Backspace' && item.title === '') onDrop()
  else return
  event.preventDefault()
}
