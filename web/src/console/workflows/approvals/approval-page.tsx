import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { approvalQuery } from './approval-queries.ts'
import { approvalsWords } from './words/approvals-words.ts'

/** One approval: where mails, and tasks that wait for it, lead to. */
export function ApprovalPage(): ReactNode {
  const words = useWords(approvalsWords)
  const { approvalId = '' } = useParams({ strict: false })
  const desk = useDesk()
  const { data, isPending, error, refetch } = useQuery(approvalQuery(desk, approvalId))
  if (isPending) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader
        title={words.title}
        aside={
          <Link
            to="/$workspaceId/approvals"
            params={{ workspaceId: desk.id }}
            className="inline-flex min-h-11 items-center rounded-control px-2 text-accent-text hover:bg-sunken"
          >
            {words.all}
          </Link>
        }
      />
      <div className="max-w-3xl px-4 pb-16 lg:px-6">
        <ApprovalCard key={data.value.status} approval={data.value} isOpen />
      </div>
    </div>
  )
}
