import type { ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { Note, StateLine } from '../../design/note.tsx'
import { useWords } from '../../language/language.tsx'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { QuestionCard } from './question-card.tsx'
import type { Answer, Turn } from './session-view.ts'
import type { Speech } from './spoken.ts'
import { ToolCallView } from './tool-call-view.tsx'
import type { OpenSession } from './use-agent-session.ts'
import { assistantWords } from './words/assistant-words.ts'

interface TurnProps {
  turn: Turn
  names: Speech['names']
  show: OpenSession['show']
}

/** One thing of a session: what was said, answered, done, asked, or went wrong. */
export function TurnView({ turn, names, show }: TurnProps): ReactNode {
  const words = useWords(assistantWords)
  switch (turn.kind) {
    case 'said':
      return (
        <p className="ml-auto max-w-[85%] rounded-card bg-accent-ground px-4 py-3 wrap-anywhere whitespace-pre-line">
          <span className="sr-only">{words.you}: </span>
          <bdi>{turn.text}</bdi>
        </p>
      )
    case 'answer':
      return <AnswerView answer={turn} names={names} />
    case 'question':
      return <QuestionCard interaction={turn.interaction} show={show} />
    case 'failed':
      return (
        <div role="alert">
          <Note
            tone="danger"
            icon="alert"
            title={words.failures[turn.code as keyof typeof words.failures] ?? words.failed}
          >
            <p className="wrap-anywhere">{turn.text}</p>
          </Note>
        </div>
      )
    default:
      return (
        <StateLine tone="plain" icon="stop">
          {words.stopped}
        </StateLine>
      )
  }
}

function AnswerView({ answer, names }: { answer: Answer; names: Speech['names'] }): ReactNode {
  const words = useWords(assistantWords)
  const { text, reasoning, calls } = answer
  if (text === '' && reasoning === '' && calls.length === 0) return null
  return (
    <article className="grid grid-cols-1 gap-2">
      {reasoning === '' ? null : (
        <details className="rounded-control bg-sunken px-3 text-soft">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-small font-medium">
            <Icon name="spark" className="size-4" />
            {words.reasoning}
          </summary>
          <p className="pb-3 text-small wrap-anywhere whitespace-pre-line">{reasoning}</p>
        </details>
      )}
      {text === '' ? null : (
        <div className="rounded-card border border-line bg-surface px-4 py-3">
          <span className="sr-only">{words.agent}: </span>
          <MarkdownView text={text} />
        </div>
      )}
      {calls.map((call) => (
        <ToolCallView key={call.id} call={call} names={names} />
      ))}
    </article>
  )
}
