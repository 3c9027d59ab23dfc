import type { ReactNode } from 'react'
import { Card, Section } from '../design/card.tsx'
import { Progress } from '../design/progress.tsx'
import { ChecklistItem } from './checklist-item.tsx'
import { useTask } from './task-context.ts'

export function Checklist(): ReactNode {
  const { outlook, words } = useTask()
  const { checklist } = outlook.task
  if (checklist.length === 0) return null
  const done = checklist.filter(({ completedAt }) => completedAt !== null).length
  const count = words.doneOf(done, checklist.length)
  return (
    <Section title={words.checklist} aside={<span className="text-label text-soft tabular-nums">{count}</span>}>
      <Progress label={count} done={done} total={checklist.length} />
      <Card>
        <ul className="divide-y divide-line">
          {checklist.map((item) => (
            <ChecklistItem key={item.id} item={item} />
          ))}
        </ul>
      </Card>
    </Section>
  )
}
