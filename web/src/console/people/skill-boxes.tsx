import type { ReactNode } from 'react'
import { useWords } from '../../language/language.tsx'
import { useSkills } from './people-queries.ts'
import { peopleWords } from './words/people-words.ts'

/** What somebody can do, ticked. */
export function SkillBoxes({ chosen }: { chosen: readonly string[] }): ReactNode {
  const words = useWords(peopleWords)
  const skills = useSkills()
  if (skills.length === 0) return null
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 font-medium">{words.skills}</legend>
      {skills.map(({ id, name }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="skill"
            value={id}
            className="size-6 accent-accent"
            defaultChecked={chosen.includes(id)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
