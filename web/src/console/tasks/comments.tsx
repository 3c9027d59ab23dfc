import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { Comment } from '../../../../src/modules/tasks/comment.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card, Prose, Section } from '../../design/card.tsx'
import { TextField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { newKey } from '../../offline/new-key.ts'
import { useMoment } from '../parts/moment.ts'
import { useKeptText, type KeptText } from '../parts/use-kept-text.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { showTask } from './task-changes.ts'
import { tasksWords } from './words/tasks-words.ts'

/** What people say about the task, oldest first, as one reads. */
export function Comments({ task }: { task: Task }): ReactNode {
  const words = useWords(tasksWords)
  const moment = useMoment()
  const comments = task.comments ?? []
  const box = useKeptText(`comment ${task.id}`)
  const add = useAddComment(task, box)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (box.text.trim() !== '') add(box.sent())
  }
  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }
  return (
    <Section title={words.comments.title} aside={<p className="text-soft">{task.commentCount ?? ''}</p>}>
      {comments.length === 0 ? null : (
        <ul className="grid gap-2">
          {comments.map(({ id, author, content, createdAt }) => (
            <li key={id}>
              <Card className="grid gap-1 p-4">
                <p className="text-small text-soft">
                  <bdi className="font-semibold text-ink">{author.name}</bdi> · {moment(createdAt)}
                </p>
                <Prose>{content}</Prose>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <form className="grid gap-2" onSubmit={submit}>
        <TextField
          label={words.comments.write}
          maxLength={10_000}
          value={box.text}
          onChange={({ target }) => box.edit(target.value)}
          onKeyDown={sendByKey}
        />
        <div>
          <Button type="submit" look="tinted" icon="send">
            {words.comments.send}
          </Button>
        </div>
      </form>
    </Section>
  )
}

function useAddComment(task: Task, box: KeptText): (content: string) => void {
  const client = useQueryClient()
  const { id, api, desk, user } = useDesk()
  const mutation = useChange<string, Comment>({
    show(content) {
      const author = { kind: 'user' as const, id: user.id, name: user.fullName }
      const shown = { id: newKey(), author, content, createdAt: new Date().toISOString() }
      showTask(client, id, task.id, ({ comments = [] }) => ({ comments: [...comments, shown] }))
      return () =>
        showTask(client, id, task.id, ({ comments = [] }) => ({
          comments: comments.filter((each) => each.id !== shown.id),
        }))
    },
    send: (content, key) => api.send(`${desk}/tasks/${task.id}/comments`, { method: 'POST', body: { content }, key }),
    onFailed: box.putBack,
    onDone(_, content) {
      box.arrived(content)
      void client.invalidateQueries({ queryKey: [id, 'task', task.id] })
    },
  })
  return (content) => mutation.mutate(change(content))
}
