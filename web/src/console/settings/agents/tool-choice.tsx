import type { ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
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
      <div className="mt-2 flex gap-2">
        <Button look="quiet" aria-label={`${words.all}: ${label}`} onClick={() => onChange([...others, ...names])}>
          {words.all}
        </Button>
        <Button look="quiet" aria-label={`${words.noTool}: ${label}`} onClick={() => onChange(others)}>
          {words.noTool}
        </Button>
      </div>
    </PillChoice>
  )
}
