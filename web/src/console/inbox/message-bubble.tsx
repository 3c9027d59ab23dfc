import type { ReactNode } from 'react'
import type { Message } from '../../../../src/modules/conversations/message.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Prose } from '../../design/card.tsx'
import { Icon } from '../../design/icon.tsx'
import { StateLine } from '../../design/note.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { transcriptIn } from './transcript.ts'
import { inboxWords } from './words/inbox-words.ts'

interface MessageBubbleProps {
  message: Message
  isCall: boolean
  onRetry(): void
}

/** One message: theirs to the left, ours to the right with what became of it. */
export function MessageBubble({ message, isCall, onRetry }: MessageBubbleProps): ReactNode {
  const words = useWords(inboxWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const { author, text, direction, createdAt } = message
  const when = format.recentAt(createdAt, timezone)
  if (author.kind === 'system') {
    return (
      <div className="mx-auto max-w-[90%] rounded-control bg-sunken px-3 py-2 text-small text-soft">
        <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi> · <time dateTime={createdAt}>{when}</time>
      </div>
    )
  }
  const isOurs = direction === 'out'
  const spoken = isCall ? transcriptIn(text) : undefined
  return (
    <article
      className={`grid max-w-[90%] gap-1 rounded-card px-4 py-3 lg:max-w-[80%] ${isOurs ? 'ml-auto bg-accent-ground' : 'mr-auto border border-line bg-surface'}`}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-small text-soft">
        <bdi className="font-semibold text-ink">{author.name}</bdi>
        {author.byProgram ? <Badge tone="info">{words.byProgram}</Badge> : null}
        <time dateTime={createdAt} title={format.briefAt(createdAt, timezone)}>
          {when}
        </time>
      </p>
      {spoken ? (
        <dl aria-label={words.transcript} className="grid gap-1">
          {spoken.map((line, index) => (
            // The lines of a transcript never change their places.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index}>
              <dt className="inline text-small font-semibold text-soft">
                {words.speakers[line.speaker as keyof typeof words.speakers]}:{' '}
              </dt>
              <dd className="inline">
                <bdi>{line.text}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <div className="wrap-anywhere">
          <Prose>{text}</Prose>
        </div>
      )}
      <Attachments message={message} />
      {isOurs ? <Delivery message={message} onRetry={onRetry} /> : null}
    </article>
  )
}

function Attachments({ message: { attachments } }: { message: Message }): ReactNode {
  const words = useWords(inboxWords)
  const { format } = useLanguage()
  if (attachments.length === 0) return null
  return (
    <ul aria-label={words.attachments} className="grid gap-1 pt-1">
      {attachments.map(({ name, contentType, sizeBytes, reference }) => (
        <li key={reference} className="flex min-w-0 items-center gap-2 rounded-lg bg-sunken px-2 py-1.5 text-small">
          <Icon name={contentType?.startsWith('image/') ? 'image' : 'link'} className="size-4" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {sizeBytes === null ? null : <span className="shrink-0 text-soft">{format.bytes(sizeBytes)}</span>}
        </li>
      ))}
      <li className="text-small text-soft">{words.attachmentsThere}</li>
    </ul>
  )
}

function Delivery({ message, onRetry }: { message: Message; onRetry(): void }): ReactNode {
  const words = useWords(inboxWords)
  const { state, errorCode, error } = message
  if (state !== 'failed') {
    return (
      <StateLine tone={state === 'queued' ? 'plain' : 'good'} icon={state === 'queued' ? 'clock' : 'check'}>
        {words.states[state]}
      </StateLine>
    )
  }
  const known = words.failures[errorCode as keyof typeof words.failures]
  return (
    <div className="grid gap-2 rounded-control bg-danger-ground p-3 text-danger-text">
      <StateLine tone="danger" icon="alert">
        {words.states.failed}
      </StateLine>
      <p className="text-small wrap-anywhere">{known ?? error ?? errorCode}</p>
      {known !== undefined && error !== null ? <p className="text-small wrap-anywhere">{error}</p> : null}
      <div>
        <Button icon="retry" onClick={onRetry}>
          {words.tryAgain}
        </Button>
      </div>
    </div>
  )
}
