import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Blocker } from '../../../../src/modules/tasks/task-part.schema.ts'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import type { Problem } from '../shell/problem.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { tasksWords } from './words/tasks-words.ts'

/** Why the task is still open: each thing in the way, and the way to it. */
export function BlockerNote({ problem, onClose }: { problem: Problem; onClose(): void }): ReactNode {
  const words = useWords(tasksWords)
  const shell = useWords(shellWords)
  return (
    <div role="alert">
      <Note
        tone="warn"
        icon="hourglass"
        title={words.blocked}
        actions={
          <Button look="secondary" onClick={onClose}>
            {shell.dismiss}
          </Button>
        }
      >
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {problem.blockers.map((blocker) => (
            <li key={`${blocker.kind} ${blocker.id}`}>
              <BlockerText blocker={blocker} />
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}

function BlockerText({ blocker }: { blocker: Blocker }): ReactNode {
  const words = useWords(tasksWords)
  const { id } = useDesk()
  const { kind, title, requires, actionUrl } = blocker
  if (kind === 'task') {
    return (
      <>
        {words.blockers.task}{' '}
        <Link
          to="/$workspaceId/tasks/$taskId"
          params={{ workspaceId: id, taskId: blocker.id }}
          className="inline-flex min-h-11 min-w-11 items-center font-semibold underline"
        >
          {title}
        </Link>
      </>
    )
  }
  if (kind === 'workflow_rule' && requires !== undefined) return words.blockers[requires]
  if (kind === 'workflow_rule') {
    return (
      <>
        {words.blockers.hold}{' '}
        <Link
          to="/$workspaceId/approvals/$approvalId"
          params={{ workspaceId: id, approvalId: blocker.id }}
          className="inline-flex min-h-11 min-w-11 items-center font-semibold underline"
        >
          {title}
        </Link>
      </>
    )
  }
  return (
    <>
      {words.blockers.item} <span className="font-semibold">{title}</span>{' '}
      {actionUrl?.startsWith('https://') ? (
        <a
          href={actionUrl}
          target="_blank"
          rel="noreferrer noopener"
          className="inline-flex min-h-11 min-w-11 items-center underline"
        >
          {words.openAction}
        </a>
      ) : null}
    </>
  )
}
