import type { FormEvent, ReactNode } from 'react'
import type { AiBudget, AiBudgetUpdate } from '../../../../../src/modules/ai/budget.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { shellWords } from '../../shell/words/shell-words.ts'
import { isCost, limitIn, LIMITS, shownOf } from './limits.ts'
import { aiWords } from './words/ai-words.ts'

interface BudgetSheetProps {
  budget: AiBudget
  isBusy: boolean
  onSave(limits: AiBudgetUpdate): void
  onClose(): void
}

export function BudgetSheet({ budget, isBusy, onSave, onClose }: BudgetSheetProps): ReactNode {
  const words = useWords(aiWords)
  const shell = useWords(shellWords)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onSave(Object.fromEntries(LIMITS.map((limit) => [limit, limitIn(limit, String(form.get(limit)))])))
  }
  return (
    <Sheet title={words.edit} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        {LIMITS.map((limit) => {
          const max = budget[limit]
          return (
            <LineField
              key={limit}
              label={words.limits[limit]}
              hint={isCost(limit) ? words.costHint : words.emptyHint}
              name={limit}
              type="number"
              min="0"
              max="1000000000"
              step={isCost(limit) ? '0.01' : '1'}
              defaultValue={max === null ? '' : shownOf(limit, max)}
            />
          )
        })}
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {shell.save}
        </Button>
      </form>
    </Sheet>
  )
}
