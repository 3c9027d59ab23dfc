import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Joined } from '../../../design/joined.tsx'
import { useWords } from '../../../language/language.tsx'
import { useMoment } from '../../parts/moment.ts'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { usePeople } from '../../tasks/lookup-queries.ts'
import { DataView } from '../data-view.tsx'
import { approvalQuery } from './approval-queries.ts'
import { approvalsWords } from './words/approvals-words.ts'

const NONE = { decidedBy: null, isOverdue: true, comment: null, data: null }

/** Who decided, and what they said with it; or that nobody did. */
export function GivenAnswer({ approvalId }: { approvalId: string }): ReactNode {
  const words = useWords(approvalsWords)
  const moment = useMoment()
  const desk = useDesk()
  const people = usePeople()
  const { data, isPending, error, refetch } = useQuery(approvalQuery(desk, approvalId))
  if (!data) return isPending ? <Waiting /> : <LoadFailure error={error} onRetry={() => void refetch()} />
  const { decision, status, updatedAt } = data.value
  // A run that failed for want of an answer has none; any other is still to be read.
  if (!decision && status !== 'expired') return null
  const { decidedBy, decidedAt, isOverdue, comment, data: filled } = decision ?? { ...NONE, decidedAt: updatedAt }
  const by = people.find(({ id }) => id === decidedBy?.['actorId'])?.name
  return (
    <div className="grid gap-3">
      <p className="text-small text-soft">
        <Joined parts={[isOverdue ? words.statuses.expired : by, moment(decidedAt)]} />
      </p>
      {comment === null ? null : <p className="whitespace-pre-line">“{comment}”</p>}
      {filled === null ? null : <DataView title={words.filledIn} value={filled} />}
    </div>
  )
}
