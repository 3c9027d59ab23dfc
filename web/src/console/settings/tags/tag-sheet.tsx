import { useState, type FormEvent, type ReactNode } from 'react'
import type { TagCreate, TagDetails } from '../../../../../src/modules/tasks/tag.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { change } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { useSave } from '../use-save.ts'
import { tagsWords } from './words/tags-words.ts'

/** Few that can be told apart; a program may have chosen any other. */
const COLORS = {
  green: '#2f6f4f',
  blue: '#2563a8',
  violet: '#6d4aa8',
  pink: '#b0437f',
  red: '#b3362b',
  orange: '#c0651a',
  yellow: '#a68509',
  grey: '#6b716c',
} as const
const NAMES = Object.keys(COLORS) as (keyof typeof COLORS)[]

interface TagSheetProps {
  /** undefined: a new one. */
  tag: TagDetails | undefined
  onClose(): void
}

export function TagSheet({ tag, onClose }: TagSheetProps): ReactNode {
  const words = useWords(tagsWords)
  const { save: saveWord } = useWords(shellWords)
  const [color, setColor] = useState<string>(tag?.color ?? COLORS.green)
  const save = useSave<TagCreate, TagDetails>(tag, {
    list: 'tags',
    path: 'task-tags',
    said: ({ name }) => words.saved(name),
    onDone: onClose,
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    save.mutate(change({ name: String(new FormData(event.currentTarget).get('name')).trim(), color }))
  }
  return (
    <Sheet title={tag?.name ?? words.make} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField
          label={words.name}
          name="name"
          defaultValue={tag?.name}
          required
          maxLength={100}
          autoComplete="off"
        />
        <fieldset>
          <legend className="mb-1.5 font-medium">{words.color}</legend>
          <div className="flex flex-wrap gap-1">
            {NAMES.map((name) => (
              <label
                key={name}
                className="relative grid size-11 place-items-center rounded-control has-checked:bg-sunken has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-3"
              >
                <input
                  type="radio"
                  name="color"
                  className="absolute inset-0 size-full opacity-0"
                  aria-label={words.colors[name]}
                  checked={color === COLORS[name]}
                  onChange={() => setColor(COLORS[name])}
                />
                <span aria-hidden="true" className="size-6 rounded-full" style={{ backgroundColor: COLORS[name] }} />
              </label>
            ))}
          </div>
        </fieldset>
        <Button type="submit" look="primary" size="large" busy={save.isPending}>
          {saveWord}
        </Button>
      </form>
    </Sheet>
  )
}
