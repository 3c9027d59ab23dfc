import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Message } from '../../design/message.tsx'
import { useWords } from '../../language/language.tsx'
import { Problem } from './problem.ts'
import { reasonOf } from './refusal.ts'
import { shellWords } from './words/shell-words.ts'

export function NotFound(): ReactNode {
  const words = useWords(shellWords)
  const { workspaceId } = useParams({ strict: false })
  return (
    <Message icon="question" title={words.notFound.title} text={words.notFound.text}>
      {workspaceId === undefined ? null : (
        <Link
          to="/$workspaceId/tasks"
          params={{ workspaceId }}
          className="inline-flex min-h-11 items-center font-semibold text-accent-text underline"
        >
          {words.notFound.home}
        </Link>
      )}
    </Message>
  )
}

/** What a page shows in place of what it could not get. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry(): void }): ReactNode {
  const words = useWords(shellWords)
  const { workspaceId: _, ...thing } = useParams({ strict: false })
  const isOfOneThing = Object.values(thing).some((id) => id !== undefined)
  // An address with an id that can be nobody's.
  const isMalformed = error instanceof Problem && [400, 422].includes(error.status) && isOfOneThing
  if (isMalformed || (error instanceof Problem && error.status === 404)) return <NotFound />
  if (error instanceof Problem && error.status === 403) {
    return <Message icon="key" title={words.forbidden.title} text={words.forbidden.text} />
  }
  // It did answer, whatever it said.
  const isAnswered = error instanceof Problem
  const isRefused = isAnswered && error.status < 500
  return (
    <Message
      icon={isAnswered ? 'alert' : 'noSignal'}
      title={isAnswered ? words.notShown : words.offline.title}
      text={isRefused ? reasonOf(error, words) : isAnswered ? words.serverFailed : words.unreachable}
    >
      <Button look="primary" onClick={onRetry}>
        {words.tryAgain}
      </Button>
    </Message>
  )
}

export function BrokenPage(): ReactNode {
  const words = useWords(shellWords)
  return (
    <Message icon="alert" tone="danger" title={words.broken.title} text={words.broken.text}>
      <Button look="primary" onClick={() => location.reload()}>
        {words.broken.reload}
      </Button>
    </Message>
  )
}
