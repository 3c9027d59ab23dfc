import type { ReactNode } from 'react'
import { useWords } from '../../language/language.tsx'
import { useSkills } from './people-queries.ts'
import { peopleWords } from './words/people-words.ts'

/** The skills that a form names, in the order in which the server gives them. */
export function skillsIn(form: FormData): string[] {
  return form.getAll('skill').map(String).toSorted()
}

/** What somebody can do, ticked. What has no box, since the list is not there or is longer, stays as it was. */
export function SkillBoxes({ chosen }: { chosen: readonly string[] }): ReactNode {
  const words = useWords(peopleWords)
  const skills = useSkills()
  const withoutBox = chosen.filter((id) => !skills.some((skill) => skill.id === id))
  const kept = withoutBox.map((id) => <input key={id} type="hidden" name="skill" value={id} />)
  if (skills.length === 0) return kept
  return (
    <fieldset className="grid gap-1">
      {kept}
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
