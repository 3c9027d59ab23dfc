import type { ReactNode } from 'react'
import { useWords } from '../../../language/language.tsx'
import { assistantWords } from '../../assistant/words/assistant-words.ts'
import { agentsWords } from './words/agents-words.ts'

const LOOKS = /^(list|get|search|ask)_/

interface ToolChoiceProps {
  label: string
  names: readonly string[]
  chosen: readonly string[]
  onChange(tools: string[]): void
}

/** Any number of tools, by what they do. */
export function ToolChoice({ label, names, chosen, onChange }: ToolChoiceProps): ReactNode {
  const words = useWords(agentsWords)
  const { tools } = useWords(assistantWords)
  const plain: Record<string, string> = tools
  const others = chosen.filter((name) => !names.includes(name))
  return (
    <fieldset>
      <legend className="mb-1.5 text-label font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {names.map((name) => (
          <label
            key={name}
            className="relative flex min-h-11 items-center rounded-full border border-edge px-4 has-checked:border-accent has-checked:bg-accent-ground has-checked:text-accent-text has-focus-visible:outline-3"
          >
            <input
              type="checkbox"
              className="absolute inset-0 opacity-0"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
              }
            />
            {plain[name] ?? name}
          </label>
        ))}
      </div>
      <div className="mt-1 flex gap-4">
        <button
          type="button"
          aria-label={`${words.all}: ${label}`}
          className="min-h-11 font-semibold text-accent-text underline"
          onClick={() => onChange([...others, ...names])}
        >
          {words.all}
        </button>
        <button
          type="button"
          aria-label={`${words.noTool}: ${label}`}
          className="min-h-11 font-semibold text-accent-text underline"
          onClick={() => onChange(others)}
        >
          {words.noTool}
        </button>
      </div>
    </fieldset>
  )
}

/** All tools there are: those that look something up, and those that change something. */
const TOOLS = Object.keys(assistantWords.en.tools)
export const LOOKING = TOOLS.filter((name) => LOOKS.test(name))
export const DOING = TOOLS.filter((name) => !LOOKS.test(name))
