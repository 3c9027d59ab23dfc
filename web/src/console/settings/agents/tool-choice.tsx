import type { ReactNode } from 'react'
import { useWords } from '../../../language/language.tsx'
import { assistantWords } from '../../assistant/words/assistant-words.ts'
import { PillChoice } from '../../parts/pill-choice.tsx'
import { agentsWords } from './words/agents-words.ts'

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
  const options = names.map((value) => ({ value, label: plain[value] ?? value }))
  return (
    <PillChoice label={label} options={options} chosen={chosen} onChange={onChange}>
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
    </PillChoice>
  )
}
