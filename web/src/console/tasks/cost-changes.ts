import { useQueryClient } from '@tanstack/react-query'
import type { CostItemCreate, CostItemUpdate } from '../../../../src/modules/tasks/cost-item.schema.ts'
import type { CostItem } from '../../../../src/modules/tasks/task-part.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { useLanguage, useWords } from '../../language/language.tsx'
import { conflictOf } from '../parts/conflict.ts'
import { sendVersioned, tagOf, takenFields } from '../parts/send-versioned.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { tasksWords } from './words/tasks-words.ts'

interface CostChange {
  /** What was seen of the task and of the cost. */
  task: Task
  item: CostItem
  /** undefined: it is taken away. */
  changes?: CostItemUpdate
}

const FIELDS = ['description', 'amount', 'currency', 'billToType'] as const satisfies readonly (keyof CostItem)[]
type Field = (typeof FIELDS)[number]
/** What is left of a cost that is taken away. */
const NOTHING = Object.fromEntries(FIELDS.map((field) => [field, null]))

/** Costs are a part of their task: a change names the version of the task that was seen. */
export function useCostChanges({ id: taskId }: Task, onSaved?: () => void) {
  const client = useQueryClient()
  const { id, api, desk, open } = useDesk()
  const words = useWords(tasksWords)
  const { labels, textOf } = useFieldText()
  const path = `${desk}/tasks/${taskId}/cost-items`
  const onDone = (): void => {
    void client.invalidateQueries({ queryKey: [id, 'task', taskId] })
    onSaved?.()
  }
  const add = useChange<CostItemCreate, CostItem>({
    send: (body, key) => api.send(path, { method: 'POST', body, key }),
    onDone,
  })
  const put = useChange<CostChange, unknown>({
    send: ({ task, item, changes }, key) =>
      sendVersioned<Task, unknown>(
        {
          api,
          path: `${open}/tasks/${taskId}?include=costItems`,
          seen: { value: task, tag: tagOf(task) },
          conflictsIn({ costItems = [] }) {
            const current = costItems.find((each) => each.id === item.id)
            return current ? takenFields(item, current, changes ?? NOTHING) : []
          },
          send: (match, own) =>
            api.send(`${path}/${item.id}`, {
              ...(changes ? { method: 'PATCH' as const, body: changes } : { method: 'DELETE' as const }),
              key: own,
              match,
            }),
        },
        key,
      ),
    onDone,
    onRefused: (problem, input) =>
      conflictOf<Task>(problem, ({ value: task }) => {
        // Both are shown, and one is chosen there.
        onDone()
        const current = task.costItems?.find((each) => each.id === input.item.id) ?? input.item
        const mine = { ...input.item, ...input.changes }
        return {
          title: task.shortId,
          labels,
          theirs: (field) => textOf(current, field as Field),
          mine: (field) => (input.changes ? textOf(mine, field as Field) : words.costs.gone),
          takeMine: () => put.mutate(change({ ...input, task, item: current })),
        }
      }),
  })
  return {
    add: (item: CostItemCreate) => add.mutate(change(item)),
    edit: (task: Task, item: CostItem, changes: CostItemUpdate) => put.mutate(change({ task, item, changes })),
    drop: (task: Task, item: CostItem) => put.mutate(change({ task, item })),
    isBusy: add.isPending || put.isPending,
  }
}

/** A field of a cost as people read it, and what it is called. */
function useFieldText() {
  const words = useWords(tasksWords)
  const { format } = useLanguage()
  const labels = {
    description: words.costs.what,
    amount: words.costs.amount,
    currency: words.costs.currency,
    billToType: words.costs.billTo,
  }
  const textOf = (item: CostItem, field: Field): string => {
    if (field === 'amount') return format.money(item.amount, item.currency)
    if (field === 'billToType') return words.billTo[item.billToType]
    return item[field] === '' ? '–' : item[field]
  }
  return { labels, textOf }
}
