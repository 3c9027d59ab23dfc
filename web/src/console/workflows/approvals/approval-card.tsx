import { Link } from '@tanstack/react-router'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { WorkflowApprovalRow } from '../../../../../src/modules/workflows/approval.schema.ts'
import { Badge, type Tone } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card, Prose } from '../../../design/card.tsx'
import { Icon } from '../../../design/icon.tsx'
import { StateLine } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { useMoment } from '../../parts/moment.ts'
import { useNow } from '../../parts/now.ts'
import { useDesk } from '../../shell/console-context.ts'
import { AnswerForm } from './answer-form.tsx'
import { GivenAnswer } from './given-answer.tsx'
import { approvalsWords } from './words/approvals-words.ts'

const TONES: Record<WorkflowApprovalRow['status'], Tone> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'danger',
  expired: 'plain',
  withdrawn: 'plain',
}
const LINK = 'inline-flex min-h-11 items-center gap-1.5 text-small font-medium text-accent-text hover:underline'

/** What a workflow asks, until when, and the answer: to give, or as it was given. */
export function ApprovalCard({
  approval,
  isOpen: isOpenFirst,
}: {
  approval: WorkflowApprovalRow
  isOpen: boolean
}): ReactNode {
  const words = useWords(approvalsWords)
  const { id: workspaceId, user, role } = useDesk()
  const heading = useId()
  const article = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(isOpenFirst)
  const { id, question, details, status, taskId, workflowRunId, assignees } = approval
  const isPending = status === 'pending'
  const isAnswered = !isPending && status !== 'withdrawn'
  const mayAnswer = role === 'admin' || assignees.userIds.includes(user.id) || assignees.roles.includes(role)
  const opening = isPending ? words.answer : words.showAnswer
  const open = (): void => {
    setOpen(true)
    // The button goes, and must not take the focus with it.
    article.current?.focus({ preventScroll: true })
  }
  return (
    <Card className="p-4">
      <article ref={article} tabIndex={-1} aria-labelledby={heading} className="grid gap-3 outline-offset-8">
        <div className="flex flex-wrap items-start gap-2">
          <h2 id={heading} className="min-w-0 flex-1 basis-60 font-semibold">
            {question}
          </h2>
          <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
        </div>
        <When approval={approval} />
        {details === null ? null : <Prose>{details}</Prose>}
        {isPending && isOpen && mayAnswer ? <AnswerForm approvalId={id} /> : null}
        {isPending && !mayAnswer ? <p className="text-small text-soft">{words.notYours}</p> : null}
        {isAnswered && isOpen ? <GivenAnswer approvalId={id} /> : null}
        <div className="flex flex-wrap items-center gap-x-5">
          {!isOpen && (isAnswered || (isPending && mayAnswer)) ? (
            <Button data-row="" look="tinted" aria-label={`${opening}: ${question}`} onClick={open}>
              {opening}
            </Button>
          ) : null}
          <Link to="/$workspaceId/runs/$runId" params={{ workspaceId, runId: workflowRunId }} className={LINK}>
            <Icon name="flow" className="size-4" />
            {words.run}
          </Link>
          {taskId === null ? null : (
            <Link to="/$workspaceId/tasks/$taskId" params={{ workspaceId, taskId }} className={LINK}>
              <Icon name="list" className="size-4" />
              {words.task}
            </Link>
          )}
        </div>
      </article>
    </Card>
  )
}

function When({ approval }: { approval: WorkflowApprovalRow }): ReactNode {
  const words = useWords(approvalsWords)
  const moment = useMoment()
  const { dueAt, createdAt, status, onOverdue } = approval
  const now = useNow(false)
  if (dueAt === null || status !== 'pending') {
    return <p className="text-small text-soft">{words.asked(moment(createdAt))}</p>
  }
  const isLate = Date.parse(dueAt) < now
  return (
    <div className="grid gap-0.5">
      <StateLine tone={isLate ? 'danger' : 'warn'} icon={isLate ? 'alert' : 'clock'}>
        {isLate ? words.overdue(moment(dueAt)) : words.due(moment(dueAt))}
      </StateLine>
      <p className="text-small text-soft">{words.onOverdue[onOverdue]}</p>
    </div>
  )
}
