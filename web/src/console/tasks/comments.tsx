import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { Comment } from '../../../../src/modules/tasks/comment.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card, Prose, Section } from '../../design/card.tsx'
import { TextField } from '../../design/field.tsx'
import { StateLine } from '../../design/note.tsx'
import { useWords } from '../../language/language.tsx'
import { newKey } from '../../offline/new-key.ts'
import { useMoment } from '../parts/moment.ts'
import type { Sent } from '../parts/draft-storage.ts'
import { pending, usePending, type Pending } from '../parts/pending.ts'
import { useKeptText, type KeptText } from '../parts/use-kept-text.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { showTask } from './task-changes.ts'
import { tasksWords } from './words/tasks-words.ts'

/** What people say about the task, oldest first, as one reads. */
export function Comments({ task }: { task: Task }): ReactNode {
  const words = useWords(tasksWords)
  const { user } = useDesk()
  const comments = task.comments ?? []
  const box = useKeptText(`comment ${task.id}`)
  const add = useAddComment(task, box)
  const coming = useComing(task)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (box.text.trim() !== '') add()
  }
  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }
  return (
    <Section
      title={words.comments.title}
      aside={<p className="text-soft">{(task.commentCount ?? 0) + coming.length}</p>}
    >
      {comments.length + coming.length === 0 ? null : (
        <ul className="grid gap-2">
          {comments.map(({ id, author, content, createdAt }) => (
            <Said key={id} name={author.name} createdAt={createdAt} content={content} />
          ))}
          {coming.map(({ id, text, createdAt }) => (
            <Said key={id} name={user.fullName} createdAt={createdAt} content={text} isComing />
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

interface SaidProps {
  name: string
  createdAt: string
  content: string
  isComing?: boolean
}

function Said({ name, createdAt, content, isComing = false }: SaidProps): ReactNode {
  const words = useWords(tasksWords)
  const moment = useMoment()
  return (
    <li>
      <Card className="grid gap-1 p-4">
        <p className="text-small text-soft">
          <bdi className="font-semibold text-ink">{name}</bdi> · {moment(createdAt)}
        </p>
        <Prose>{content}</Prose>
        {isComing ? (
          <StateLine tone="plain" icon="clock">
            {words.onItsWay}
          </StateLine>
        ) : null}
      </Card>
    </li>
  )
}

const placeOf = ({ id }: Task): string => `comment ${id}`

/** What this person has written and is not there yet. */
function useComing(task: Task): Pending[] {
  const { user } = useDesk()
  const comments = task.comments ?? []
  const mine = comments.filter(({ author }) => author.id === user.id)
  return usePending(
    placeOf(task),
    comments,
    mine.map(({ id, content }) => ({ id, text: content })),
  )
}

/** Sends what is in the box. */
function useAddComment(task: Task, box: KeptText): () => void {
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const place = placeOf(task)
  const mutation = useChange<Sent & Pending, Comment>({
    line: () => place,
    show: (sent) => pending.begin(place, sent),
    send: ({ text }, key) =>
      api.send(`${desk}/tasks/${task.id}/comments`, { method: 'POST', body: { content: text }, key }),
    onFailed: box.putBack,
    onDone(comment, sent) {
      showTask(client, id, task.id, ({ comments = [], commentCount = 0 }) =>
        comments.some((each) => each.id === comment.id)
          ? {}
          : { comments: [...comments, comment], commentCount: commentCount + 1 },
      )
      pending.end(place, sent.id)
      box.arrived(sent)
      void client.invalidateQueries({ queryKey: [id, 'task', task.id] })
    },
  })
  return () => {
    const sent = box.sent()
    const shown = { id: newKey(), createdAt: new Date().toISOString(), after: task.comments?.at(-1)?.id }
    mutation.mutate(change({ ...sent, ...shown }, sent.key))
  }
}
