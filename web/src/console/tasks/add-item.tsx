import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type {
  Checklist as SavedChecklist,
  ChecklistChange,
} from '../../../../src/modules/tasks/checklist-change.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { StateLine } from '../../design/note.tsx'
import { DoneMark } from '../../design/tick.tsx'
import { useWords } from '../../language/language.tsx'
import { newKey } from '../../offline/new-key.ts'
import type { Sent } from '../parts/draft-storage.ts'
import { pending, usePending, type Pending } from '../parts/pending.ts'
import { useKeptText } from '../parts/use-kept-text.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { showTask } from './task-changes.ts'
import { tasksWords } from './words/tasks-words.ts'

/** Of all that changes the items of a task: one after the other. */
export const checklistLine = (taskId: string): string => `checklist ${taskId}`

/** Each line is an item. */
const titlesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

interface Added extends Sent {
  rows: readonly Pending[]
}

/** What was added and is not there yet. */
export function useComingItems({ id, checklist = [] }: Task): Pending[] {
  return usePending(
    checklistLine(id),
    checklist,
    checklist.map((item) => ({ id: item.id, text: item.title })),
  )
}

/** One that was added and is not there yet. */
export function ComingItem({ title }: { title: string }): ReactNode {
  const words = useWords(tasksWords)
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-2">
      <span className="grid size-11 shrink-0 place-items-center">
        <DoneMark isDone={false} icon="minus" />
      </span>
      <p className="min-w-0 flex-1 wrap-anywhere">{title}</p>
      <StateLine tone="plain" icon="clock">
        {words.onItsWay}
      </StateLine>
    </li>
  )
}

/** Where items are added; what is refused is in the box again, one in each line. */
export function AddItem({ task, onAdded }: { task: Task; onAdded(): void }): ReactNode {
  const words = useWords(tasksWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const box = useKeptText(`item ${task.id}`)
  const place = checklistLine(task.id)
  const add = useChange<Added, SavedChecklist>({
    line: () => place,
    show({ rows }) {
      const ends = rows.map((row) => pending.begin(place, row))
      return () => ends.forEach((end) => end())
    },
    send({ text }, key) {
      const body: ChecklistChange = { newTitles: titlesIn(text) }
      return api.send(`${desk}/tasks/${task.id}/checklist`, { method: 'PATCH', body, key })
    },
    onDone({ items }, sent) {
      showTask(client, id, task.id, { checklist: items })
      sent.rows.forEach((row) => pending.end(place, row.id))
      box.arrived(sent)
      onAdded()
    },
    onFailed: box.putBack,
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (box.text.trim() === '') return
    const sent = box.sent()
    const shown = { createdAt: new Date().toISOString(), after: task.checklist?.at(-1)?.id }
    const rows = titlesIn(sent.text).map((text) => ({ ...shown, id: newKey(), text }))
    add.mutate(change({ ...sent, rows }, sent.key))
  }
  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <form className="flex items-stretch gap-2" onSubmit={submit}>
      <div className="flex-1">
        <TextField
          label={words.checklist.add}
          isLabelHidden
          rows={1}
          value={box.text}
          onChange={({ target }) => box.edit(target.value)}
          onKeyDown={sendByKey}
          placeholder={words.checklist.add}
          autoComplete="off"
        />
      </div>
      <Button type="submit" icon="plus">
        {words.add}
      </Button>
    </form>
  )
}
