import type { ReactNode } from 'react'
import type { TagDetails } from '../../../../../src/modules/tasks/tag.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { templatesWords } from './words/templates-words.ts'

interface TagChoiceProps {
  chosen: readonly string[]
  onChange(tagIds: readonly string[]): void
}

/** Any number of tags. One that is out of use is shown only where it is chosen already. */
export function TagChoice({ chosen, onChange }: TagChoiceProps): ReactNode {
  const words = useWords(templatesWords)
  const { id, desk } = useDesk()
  const { items = [] } = usePaged<TagDetails>([id, 'tags', 'details'], `${desk}/task-tags`)
  const tags = items.filter((tag) => tag.active || chosen.includes(tag.id))
  if (tags.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1.5 text-label font-medium">{words.tags}</legend>
      <div className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <label
            key={tag.id}
            className="flex min-h-11 items-center gap-2 rounded-full border border-edge px-4 has-checked:border-accent has-checked:bg-accent-ground has-checked:text-accent-text has-focus-visible:outline-3"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(tag.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, tag.id] : chosen.filter((each) => each !== tag.id))
              }
            />
            <span aria-hidden="true" className="size-3 rounded-full" style={{ backgroundColor: tag.color }} />
            {tag.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
