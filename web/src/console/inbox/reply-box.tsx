import { useRef, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { Conversation } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Draft } from '../../../../src/modules/conversations/draft.schema.ts'
import { Button } from '../../design/button.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useAboveFoot } from '../shell/notice-list.tsx'
import type { DraftBox } from './use-draft.ts'
import { inboxWords } from './words/inbox-words.ts'

interface ReplyBoxProps {
  conversation: Conversation
  draft: DraftBox
  /** What others, or programs, have written for this answer. */
  others: readonly Draft[]
  onTake(draft: Draft): void
  onSend(): void
}

/** Where the answer is written. What is written is kept while it is. */
export function ReplyBox({ conversation, draft, others, onTake, onSend }: ReplyBoxProps): ReactNode {
  const words = useWords(inboxWords)
  const text = draft.text.trim()
  const box = useRef<HTMLDivElement>(null)
  useAboveFoot(box)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (text !== '') onSend()
  }
  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }
  return (
    <div ref={box} className="grid grid-cols-1 gap-2 border-t border-line px-4 pt-3 pb-4 lg:px-6">
      {others.map((other) => (
        <OtherDraft key={other.id} draft={other} onTake={() => onTake(other)} />
      ))}
      <form className="grid gap-2" onSubmit={submit}>
        <label htmlFor="reply" className="sr-only">
          {words.replyLabel}
        </label>
        <textarea
          id="reply"
          rows={2}
          maxLength={50_000}
          placeholder={words.replyTo(conversation.contactName ?? words.unknown)}
          className="field-sizing-content max-h-60 min-h-20 w-full resize-none rounded-control border border-edge bg-surface px-3.5 py-3 text-body text-ink placeholder:text-soft"
          value={draft.text}
          onChange={({ target }) => draft.edit(target.value)}
          onKeyDown={sendByKey}
        />
        <div className="flex items-center gap-3">
          <p aria-live="polite" className="min-w-0 flex-1 text-small text-soft">
            {draft.state === 'idle' ? (
              <span className="hidden sm:inline">{words.sendHint}</span>
            ) : (
              words.draft[draft.state]
            )}
          </p>
          <Button type="submit" look="primary" icon="send" disabled={text === ''}>
            {words.send}
          </Button>
        </div>
      </form>
    </div>
  )
}

function OtherDraft({ draft, onTake }: { draft: Draft; onTake(): void }): ReactNode {
  const words = useWords(inboxWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  return (
    <div className="grid gap-2 rounded-card bg-info-ground p-3 text-info-text">
      <p className="text-small font-semibold">
        <Joined
          parts={[
            draft.author.byProgram ? words.suggestedFor(draft.author.name) : words.draftOf(draft.author.name),
            format.recentAt(draft.updatedAt, timezone),
          ]}
        />
      </p>
      <p className="line-clamp-4 wrap-anywhere whitespace-pre-line">{draft.text}</p>
      <div>
        <Button onClick={onTake}>{words.useDraft}</Button>
      </div>
    </div>
  )
}
