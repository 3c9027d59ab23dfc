import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../design/button.tsx'
import { Card, Prose, Section } from '../design/card.tsx'
import { TextField } from '../design/field.tsx'
import { useLanguage } from '../language/language.tsx'
import { clearDraft, readDraft, writeDraft } from '../offline/draft.ts'
import { EntryState } from './entry-state.tsx'
import { isPending } from './outlook.ts'
import { useTask } from './task-context.ts'

const COMMENT_LENGTH_MAX = 10_000

export function Comments(): ReactNode {
  const { outlook, canAdd, words } = useTask()
  const { format } = useLanguage()
  const { comments } = outlook
  if (!canAdd && comments.length === 0) return null
  return (
    <Section title={words.comments}>
      <Card className="grid gap-4 p-4">
        {comments.length === 0 ? <p className="text-label text-soft">{words.noComments}</p> : null}
        <ol className="grid gap-4 empty:hidden">
          {comments.toReversed().map((comment) =>
            isPending<'comment'>(comment) ? (
              <li key={comment.key} className="grid gap-1">
                <Byline author={outlook.task.link.technicianName ?? words.you} moment="" />
                <Prose>{comment.action.content}</Prose>
                <EntryState entry={comment} />
              </li>
            ) : (
              <li key={comment.id} className="grid gap-1">
                <Byline author={comment.author} moment={format.moment(comment.createdAt)} />
                <Prose>{comment.content}</Prose>
              </li>
            ),
          )}
        </ol>
        {canAdd ? <Composer /> : null}
      </Card>
    </Section>
  )
}

function Byline({ author, moment }: { author: string; moment: string }): ReactNode {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-small">
      <bdi className="font-semibold">{author}</bdi>
      <span className="text-soft">{moment}</span>
    </p>
  )
}

function Composer(): ReactNode {
  const { session, snapshot, words } = useTask()
  const draftKey = `comment ${snapshot.link}`
  const [text, setText] = useState(() => readDraft(draftKey) ?? '')
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const content = text.trim()
    if (content === '') return
    setText('')
    await session.act({ kind: 'comment', content })
    clearDraft(draftKey)
  }
  return (
    <form className="grid gap-2" onSubmit={(event) => void send(event)}>
      <TextField
        label={words.writeComment}
        isLabelHidden
        placeholder={words.writeComment}
        maxLength={COMMENT_LENGTH_MAX}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          writeDraft(draftKey, target.value)
        }}
      />
      {text.trim() === '' ? null : (
        <Button type="submit" look="secondary" icon="send" className="justify-self-end">
          {words.send}
        </Button>
      )}
    </form>
  )
}
