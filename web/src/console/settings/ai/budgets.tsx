import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { AiBudget, AiBudgetUpdate } from '../../../../../src/modules/ai/budget.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card, Section } from '../../../design/card.tsx'
import { Progress } from '../../../design/progress.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { useDesk, useRole } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { BudgetSheet } from './budget-sheet.tsx'
import { LIMITS, shownOf, USED, type Limit } from './limits.ts'
import { aiWords } from './words/ai-words.ts'

const NEAR = 0.8

/** How much is allowed, and how much of it is gone. */
export function Budgets(): ReactNode {
  const words = useWords(aiWords)
  const { id, api, desk } = useDesk()
  const { may } = useRole()
  const client = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const queryKey = [id, 'ai-budget']
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.read<AiBudget>(`${desk}/ai-budget`, {}, signal),
  })
  const save = useChange<AiBudgetUpdate, AiBudget>({
    send: (body, key) => api.send(`${desk}/ai-budget`, { method: 'PATCH', body, key }),
    onDone(saved) {
      client.setQueryData(queryKey, saved)
      setEditing(false)
    },
    said: () => words.saved,
  })
  if (!data) return null
  return (
    <Section
      title={words.budgets}
      aside={may('admin') ? <Button onClick={() => setEditing(true)}>{words.edit}</Button> : null}
    >
      <p className="max-w-prose px-1 text-small text-soft">{words.budgetsText}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {LIMITS.map((limit) => (
          <BudgetCard key={limit} budget={data} limit={limit} />
        ))}
      </div>
      {isEditing ? (
        <BudgetSheet
          budget={data}
          isBusy={save.isPending}
          onSave={(limits) => save.mutate(change(limits))}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </Section>
  )
}

function BudgetCard({ budget, limit }: { budget: AiBudget; limit: Limit }): ReactNode {
  const words = useWords(aiWords)
  const { format } = useLanguage()
  const [max, used] = [budget[limit], budget[USED[limit]]]
  const shown = format.number(shownOf(limit, used))
  return (
    <Card className="grid content-start gap-2 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{words.limits[limit]}</h3>
        {max !== null && used >= max ? (
          <Badge tone="danger">{words.reached}</Badge>
        ) : max !== null && used >= max * NEAR ? (
          <Badge tone="warn">{words.near}</Badge>
        ) : null}
      </div>
      <p className="text-soft tabular-nums">
        {max === null ? words.noLimit(shown) : words.usedOf(shown, format.number(shownOf(limit, max)))}
      </p>
      {max === null ? null : <Progress label={words.limits[limit]} done={Math.min(used, max)} total={max} />}
    </Card>
  )
}
