import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { ChecklistAnswer } from '../../../../src/modules/tasks/checklist-answer.schema.ts'
import type { ChecklistChange } from '../../../../src/modules/tasks/checklist-change.schema.ts'
import type { ChecklistItem } from '../../../../src/modules/tasks/task-part.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card, Section } from '../../design/card.tsx'
import { LineField } from '../../design/field.tsx'
import { Progress } from '../../design/progress.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
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
    line: () => `checklist ${task.id}`,
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
          </ul>
        </Card>
      )}
      {isOpen ? <AddItem taskId={task.id} onAdded={again} /> : null}
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

function AddItem({ taskId, onAdded }: { taskId: string; onAdded(): void }): ReactNode {
  const words = useWords(tasksWords)
  const { api, desk } = useDesk()
  const [title, setTitle] = useState('')
  const add = useChange<string, unknown>({
    send(added, key) {
      const body: ChecklistChange = { newTitles: [added] }
      return api.send(`${desk}/tasks/${taskId}/checklist`, { method: 'PATCH', body, key })
    },
    onDone: onAdded,
    // Unless the next one is being written already.
    onFailed: (added) => setTitle((now) => now || added),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (title.trim() !== '') add.mutate(change(title.trim()))
    setTitle('')
  }
  return (
    <form className="flex items-stretch gap-2" onSubmit={submit}>
      <div className="flex-1">
        <LineField
          label={words.checklist.add}
          isLabelHidden
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          placeholder={words.checklist.add}
          maxLength={500}
          autoComplete="off"
        />
      </div>
      <Button type="submit" icon="plus">
        {words.add}
      </Button>
    </form>
  )
}
