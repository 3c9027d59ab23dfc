import { useState, type FormEvent, type ReactNode } from 'react'
import type { CostItem } from '../../../../src/modules/tasks/task-part.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card, Section } from '../../design/card.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { AskIconButton } from '../parts/ask-button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { differing } from '../parts/send-versioned.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { useCostChanges } from './cost-changes.ts'
import { tasksWords } from './words/tasks-words.ts'

const BILL_TO = ['OWNER', 'GUEST', 'INTERNAL', 'DAMAGE', 'INSURANCE', 'REVIEW'] as const

/** What the task costs, line by line and by currency: different currencies are never one sum. */
export function Costs({ task }: { task: Task }): ReactNode {
  const words = useWords(tasksWords)
  const { format } = useLanguage()
  const [isAdding, setAdding] = useState(false)
  const items = task.costItems ?? []
  return (
    <Section
      title={words.costs.title}
      aside={
        <p className="font-semibold">
          {Object.entries(totalsOf(items))
            .map(([currency, amount]) => format.money(amount, currency))
            .join(' + ')}
        </p>
      }
    >
      {items.length === 0 ? null : (
        <Card>
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <CostRow key={item.id} task={task} item={item} />
            ))}
          </ul>
        </Card>
      )}
      <div>
        <Button icon="plus" onClick={() => setAdding(true)}>
          {words.costs.add}
        </Button>
      </div>
      {isAdding ? <CostSheet task={task} onClose={() => setAdding(false)} /> : null}
    </Section>
  )
}

/** Counted in the smallest unit that anybody uses, so that no cent is lost on the way. */
function totalsOf(items: readonly CostItem[]): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const { amount, currency } of items) totals[currency] = (totals[currency] ?? 0) + Math.round(amount * 10_000)
  return Object.fromEntries(Object.entries(totals).map(([currency, sum]) => [currency, sum / 10_000]))
}

function CostRow({ task, item }: { task: Task; item: CostItem }): ReactNode {
  const words = useWords(tasksWords)
  const { format } = useLanguage()
  const { drop } = useCostChanges(task)
  const [seen, setSeen] = useState<Task>()
  return (
    <li className="flex min-h-12 items-center gap-1 py-1 pr-1 pl-4">
      <p className="min-w-0 flex-1 wrap-anywhere">
        {item.description === '' ? words.costs.noDescription : item.description}{' '}
        <span className="text-small text-soft">{words.billTo[item.billToType]}</span>
      </p>
      <p className="px-2 font-medium whitespace-nowrap">{format.money(item.amount, item.currency)}</p>
      <IconButton icon="pen" label={words.costs.change(item.description)} isSoft onClick={() => setSeen(task)} />
      <AskIconButton label={words.costs.drop(item.description)} really={words.drop} onYes={() => drop(task, item)} />
      {seen ? <CostSheet task={seen} item={item} onClose={() => setSeen(undefined)} /> : null}
    </li>
  )
}

interface CostSheetProps {
  /** As it was when the sheet was opened. */
  task: Task
  /** undefined: a new one. */
  item?: CostItem
  onClose(): void
}

function CostSheet({ task, item, onClose }: CostSheetProps): ReactNode {
  const words = useWords(tasksWords)
  const shell = useWords(shellWords)
  const { add, edit, isBusy } = useCostChanges(task, onClose)
  const [seen] = useState(item)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name)).trim()
    const said = {
      amount: Number(text('amount')),
      currency: text('currency').toUpperCase(),
      description: text('description'),
      billToType: text('billTo') as CostItem['billToType'],
    }
    const changes = differing(seen ?? {}, said)
    if (!seen) add(said)
    else if (Object.keys(changes).length > 0) edit(task, seen, changes)
    else onClose()
  }
  return (
    <Sheet title={seen ? words.costs.change(seen.description) : words.costs.add} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField
          label={words.costs.what}
          name="description"
          maxLength={500}
          autoComplete="off"
          defaultValue={seen?.description}
        />
        <LineField
          label={words.costs.amount}
          name="amount"
          type="number"
          min="0"
          step="any"
          required
          defaultValue={seen?.amount}
        />
        <LineField
          label={words.costs.currency}
          name="currency"
          defaultValue={seen?.currency ?? task.costCurrency}
          required
          pattern="[A-Za-z]{3}"
        />
        <SelectField label={words.costs.billTo} name="billTo" defaultValue={seen?.billToType ?? 'OWNER'}>
          {BILL_TO.map((value) => (
            <option key={value} value={value}>
              {words.billTo[value]}
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary" busy={isBusy}>
          {seen ? shell.save : words.add}
        </Button>
      </form>
    </Sheet>
  )
}
