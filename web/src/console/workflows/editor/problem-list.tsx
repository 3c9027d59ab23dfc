import type { ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { StateLine } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { shellWords } from '../../shell/words/shell-words.ts'
import type { Checked } from './check-queries.ts'
import { editorWords } from './words/editor-words.ts'

interface ProblemListProps {
  checked: Checked | undefined
  isChecking: boolean
  /** Why it could not be checked. */
  failure: string | undefined
  onRetry(): void
  onGo(line: number, column: number): void
}

/** All that is wrong with the document, each with the way to it. */
export function ProblemList({ checked, isChecking, failure, onRetry, onGo }: ProblemListProps): ReactNode {
  const words = useWords(editorWords)
  const shell = useWords(shellWords)
  const { problems = [], problemCount = 0 } = checked ?? {}
  return (
    // At a desk as high as ever, or the editor would jump under the hands that type.
    <section className="grid content-start gap-1 lg:h-32 lg:overflow-y-auto" aria-live="polite">
      {failure !== undefined ? (
        <div className="flex flex-wrap items-center gap-3">
          <StateLine tone="danger" icon="alert">
            {failure}
          </StateLine>
          <Button look="quiet" onClick={onRetry}>
            {shell.tryAgain}
          </Button>
        </div>
      ) : !checked || isChecking ? (
        <StateLine tone="plain" icon="spinner">
          {words.checking}
        </StateLine>
      ) : problemCount === 0 ? (
        <StateLine tone="good" icon="check">
          {words.good}
        </StateLine>
      ) : (
        <StateLine tone="danger" icon="alert">
          {words.problems(problemCount)}
        </StateLine>
      )}
      <ul className="max-h-48 overflow-y-auto lg:max-h-none lg:overflow-visible">
        {problems.map(({ pointer, code, message, line = 1, column = 1 }) => (
          <li key={`${pointer} ${code} ${message}`}>
            <button
              type="button"
              className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 rounded-control px-2 py-2 text-left text-small hover:bg-sunken"
              onClick={() => onGo(line, column)}
            >
              <span className="font-semibold text-danger-text">{words.line(line)}</span>
              <span className="min-w-0 flex-1 basis-48">{message}</span>
              <code className="font-mono text-soft">{pointer}</code>
            </button>
          </li>
        ))}
      </ul>
      {problemCount > problems.length ? (
        <p className="text-small">{words.more(problemCount - problems.length)}</p>
      ) : null}
    </section>
  )
}
