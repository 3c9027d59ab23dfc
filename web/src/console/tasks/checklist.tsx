import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import type { ChecklistChange } from '../../../../src/modules/tasks/checklist-change.schema.ts'
import type { ChecklistItem } from '../../../../src/modules/tasks/task-part.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card, Section } from '../../design/card.tsx'
import { LineField } from '../../design/field.tsx'
import { Progress } from '../../design/progress.tsx'
import { DoneMark, TickBox } from '../../design/tick.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { showTask } from './task-changes.ts'
import { OVER } from './task-signs.tsx'
import { tasksWords } from './words/tasks-words.ts'

/** What there is to do, item by item, with what was answered. */
export function Checklist({ task }: { task: Task }): ReactNode {
  const words = useWords(tasksWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const items = task.checklist ?? []
  const done = items.filter(({ completedAt }) => completedAt !== null).length
  const save = useChange<ChecklistChange, unknown>({
    show({ completedItemIds = [] }) {
      const ticked = items.map((item) =>
        completedItemIds.includes(item.id) ? { ...item, completedAt: new Date().toISOString() } : item,
      )
      showTask(client, id, task.id, { checklist: ticked })
      return () => showTask(client, id, task.id, { checklist: items })
    },
    send: (body, key) => api.send(`${desk}/tasks/${task.id}/checklist`, { method: 'PATCH', body, key }),
    onDone: () => void client.invalidateQueries({ queryKey: [id, 'task', task.id] }),
  })
  const isOpen = !OVER.includes(task.status)
  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const title = String(new FormData(event.currentTarget).get('title')).trim()
    event.currentTarget.reset()
    if (title !== '') save.mutate(change({ newTitles: [title] }))
  }
  if (items.length === 0 && !isOpen) return null
  return (
    <Section
      title={words.checklist.title}
      aside={<p className="text-soft">{words.checklist.done(done, items.length)}</p>}
    >
      {items.length === 0 ? null : (
        <Card className="grid overflow-hidden">
          <Progress label={words.checklist.title} done={done} total={items.length} />
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <Item
                key={item.id}
                item={item}
                canTick={isOpen}
                onTick={() => save.mutate(change({ completedItemIds: [item.id] }))}
              />
            ))}
          </ul>
        </Card>
      )}
      {isOpen ? (
        <form className="flex items-stretch gap-2" onSubmit={add}>
          <div className="flex-1">
            <LineField
              label={words.checklist.add}
              isLabelHidden
              name="title"
              placeholder={words.checklist.add}
              maxLength={500}
              autoComplete="off"
            />
          </div>
          <Button type="submit" icon="plus">
            {words.add}
          </Button>
        </form>
      ) : null}
    </Section>
  )
}

function Item({ item, canTick, onTick }: { item: ChecklistItem; canTick: boolean; onTick(): void }): ReactNode {
  const words = useWords(tasksWords)
  const isDone = item.completedAt !== null
  const answer = answerOf(item, words)
  return (
    <li className="flex min-h-12 items-center gap-3 px-4 py-2">
      {item.kind === 'CHECK' && canTick && !isDone ? (
        <label className="relative grid size-11 shrink-0 place-items-center has-focus-visible:outline-3 has-focus-visible:outline-accent">
          <input
            type="checkbox"
            className="absolute inset-0 opacity-0"
            aria-label={item.title}
            checked={false}
            onChange={onTick}
          />
          <TickBox isTicked={false} />
        </label>
      ) : (
        <span className="grid size-11 shrink-0 place-items-center">
          <DoneMark
            isDone={isDone}
            icon={item.kind === 'PHOTO' ? 'camera' : item.kind === 'EXTERNAL' ? 'link' : 'minus'}
          />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className={isDone ? 'text-soft' : ''}>{item.title}</p>
        {answer === '' ? null : <p className="text-small text-soft">{answer}</p>}
      </div>
      {item.required && item.blocksCompletion && !isDone ? <Badge tone="warn">{words.checklist.needed}</Badge> : null}
      {isDone ? <span className="sr-only">{words.checklist.isDone}</span> : null}
    </li>
  )
}

type Words = (typeof tasksWords)['en']

/** What was answered, as a sentence would say it. */
function answerOf({ kind, answer }: ChecklistItem, words: Words): string {
  if (answer === null) return ''
  const { value, note, count, text, yes, stars } = answer
  const conditions: Record<string, string> = words.checklist.conditions
  const parts: Partial<Record<ChecklistItem['kind'], unknown[]>> = {
    CONDITION: [conditions[String(value)], note],
    COUNT: [count],
    TEXT: [text],
    YES_NO: [yes === true ? words.checklist.yes : yes === false ? words.checklist.no : ''],
    RATING: [typeof stars === 'number' ? `${stars} / 5` : ''],
  }
  return (parts[kind] ?? []).filter((part) => part !== undefined && part !== null && part !== '').join(' · ')
}
