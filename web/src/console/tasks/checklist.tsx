import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ChecklistAnswer } from '../../../../src/modules/tasks/checklist-answer.schema.ts'
import type { ChecklistItem } from '../../../../src/modules/tasks/task-part.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Card, Section } from '../../design/card.tsx'
import { Progress } from '../../design/progress.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { AddItem, checklistLine, ComingItem, useComingItems } from './add-item.tsx'
import { answered, ChecklistRow } from './checklist-row.tsx'
import { showTask } from './task-changes.ts'
import { OVER } from './task-signs.tsx'
import type { PhotoUploads } from './use-photo-uploads.ts'
import { tasksWords } from './words/tasks-words.ts'

/** What there is to do, item by item, with what was answered. */
export function Checklist({ task, uploads }: { task: Task; uploads: PhotoUploads }): ReactNode {
  const words = useWords(tasksWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const unsent = useUnsent()
  const items = (task.checklist ?? []).map(unsent.over)
  const coming = useComingItems(task)
  const total = items.length + coming.length
  const done = items.filter(({ completedAt }) => completedAt !== null).length
  const again = (): void => {
    // With the last one: the answer to the first would not know of the second yet.
    if (client.isMutating() <= 1) void client.invalidateQueries({ queryKey: [id, 'task', task.id] })
  }
  const put = (item: ChecklistItem): void =>
    showTask(client, id, task.id, ({ checklist = [] }) => ({
      checklist: checklist.map((each) => (each.id === item.id ? item : each)),
    }))
  const answer = useChange<{ item: ChecklistItem; said: ChecklistAnswer }, ChecklistItem>({
    line: () => checklistLine(task.id),
    show({ item, said }) {
      const shown = answered(item, said)
      put(shown)
      unsent.hold(shown, said)
      return () => {
        unsent.drop(item, said)
        put(item)
      }
    },
    send: ({ item, said }, key) =>
      api.send(`${desk}/tasks/${task.id}/checklist-items/${item.id}/answer`, { method: 'PUT', body: said, key }),
    onDone(saved, { item, said }) {
      unsent.drop(item, said)
      put(saved)
      again()
    },
  })
  const isOpen = !OVER.includes(task.status)
  if (total === 0 && !isOpen) return null
  return (
    <Section title={words.checklist.title} aside={<p className="text-soft">{words.checklist.done(done, total)}</p>}>
      {total === 0 ? null : (
        <Card className="grid overflow-hidden">
          <Progress label={words.checklist.title} done={done} total={total} />
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <ChecklistRow
                key={item.id}
                item={item}
                canAnswer={isOpen}
                onAnswer={(said, onSettled) =>
                  void answer.mutateAsync(change({ item, said })).then(
                    () => onSettled?.(true),
                    () => onSettled?.(false),
                  )
                }
                onPhotos={(files) => uploads.add(files, item.id)}
              />
            ))}
            {coming.map(({ id: comingId, text }) => (
              <ComingItem key={comingId} title={text} />
            ))}
          </ul>
        </Card>
      )}
      {isOpen ? <AddItem task={task} onAdded={again} /> : null}
    </Section>
  )
}

/** Answers that are on their way: whatever else is heard of the task meanwhile does not know of them yet. */
function useUnsent() {
  const [held, setHeld] = useState<ReadonlyMap<string, { shown: ChecklistItem; said: ChecklistAnswer }>>(new Map())
  return {
    over: (item: ChecklistItem): ChecklistItem => held.get(item.id)?.shown ?? item,
    hold: (shown: ChecklistItem, said: ChecklistAnswer): void =>
      setHeld((all) => new Map(all).set(shown.id, { shown, said })),
    /** Unless another answer has come after it. */
    drop: ({ id }: ChecklistItem, said: ChecklistAnswer): void =>
      setHeld((all) => (all.get(id)?.said === said ? new Map([...all].filter(([each]) => each !== id)) : all)),
  }
}
