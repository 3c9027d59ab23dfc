import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { CostItemCreate } from '../../../../src/modules/tasks/cost-item.schema.ts'
import type { CostItem } from '../../../../src/modules/tasks/task-part.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card, Section } from '../../design/card.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
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

function useAsksAgain(task: Task): () => void {
  const client = useQueryClient()
  const { id } = useDesk()
  return () => void client.invalidateQueries({ queryKey: [id, 'task', task.id] })
}

function CostRow({ task, item }: { task: Task; item: CostItem }): ReactNode {
  const words = useWords(tasksWords)
  const { format } = useLanguage()
  const { api, desk } = useDesk()
  const drop = useChange<CostItem, unknown>({
    send: ({ id }, key) => api.send(`${desk}/tasks/${task.id}/cost-items/${id}`, { method: 'DELETE', key }),
    onDone: useAsksAgain(task),
  })
  return (
    <li className="flex min-h-12 items-center gap-3 py-1 pr-1 pl-4">
      <p className="min-w-0 flex-1">
        {item.description === '' ? words.costs.noDescription : item.description}{' '}
        <span className="text-small text-soft">{words.billTo[item.billToType]}</span>
      </p>
      <p className="font-medium whitespace-nowrap">{format.money(item.amount, item.currency)}</p>
      <button
        type="button"
        aria-label={words.costs.drop(item.description)}
        className="grid size-11 place-items-center rounded-control text-soft hover:bg-sunken"
        onClick={() => drop.mutate(change(item))}
      >
        <Icon name="trash" className="size-5" />
      </button>
    </li>
  )
}

function CostSheet({ task, onClose }: { task: Task; onClose(): void }): ReactNode {
  const words = useWords(tasksWords)
  const { api, desk } = useDesk()
  const save = useChange<CostItemCreate, CostItem>({
    send: (body, key) => api.send(`${desk}/tasks/${task.id}/cost-items`, { method: 'POST', body, key }),
    onDone: useAsksAgain(task),
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name)).trim()
    save.mutate(
      change({
        amount: Number(text('amount')),
        currency: text('currency').toUpperCase(),
        description: text('description'),
        billToType: text('billTo') as CostItem['billToType'],
      }),
    )
    onClose()
  }
  return (
    <Sheet title={words.costs.add} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField label={words.costs.what} name="description" maxLength={500} autoComplete="off" />
        <LineField label={words.costs.amount} name="amount" type="number" min="0" step="any" required />
        <LineField
          label={words.costs.currency}
          name="currency"
          defaultValue={task.costCurrency}
          required
          pattern="[A-Za-z]{3}"
        />
        <SelectField label={words.costs.billTo} name="billTo" defaultValue="OWNER">
          {BILL_TO.map((value) => (
            <option key={value} value={value}>
              {words.billTo[value]}
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary">
          {words.add}
        </Button>
      </form>
    </Sheet>
  )
}
