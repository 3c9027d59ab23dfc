import type { ReactNode } from 'react'
import type { TagDetails } from '../../../../../src/modules/tasks/tag.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { PillChoice } from '../../parts/pill-choice.tsx'
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
  const options = tags.map(({ id, name, color }) => ({
    value: id,
    label: name,
    sign: <span aria-hidden="true" className="size-3 rounded-full" style={{ backgroundColor: color }} />,
  }))
  return <PillChoice label={words.tags} options={options} chosen={chosen} onChange={onChange} />
}
