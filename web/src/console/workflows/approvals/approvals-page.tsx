import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../../language/language.tsx'
import { Empty } from '../../parts/empty.tsx'
import { useLinkKeys } from '../../parts/link-keys.ts'
import { More } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { AreaTabs } from '../area-tabs.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { useApprovals } from './approval-queries.ts'
import { parseWhose, WHOSE } from './whose.ts'
import { approvalsWords } from './words/approvals-words.ts'

const route = getRouteApi('/$workspaceId/frame/approvals')

/** What workflows ask people. */
export function ApprovalsPage(): ReactNode {
  const words = useWords(approvalsWords)
  const desk = useDesk()
  const { whose = 'mine' } = parseWhose(route.useSearch())
  const { items, error, retry, more } = useApprovals(whose)
  useLinkKeys(words.keys)
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader title={words.title} />
      <AreaTabs current="approvals" />
      <div className="grid gap-4 px-4 py-4 pb-16 lg:px-6">
        <nav aria-label={words.whoseLabel} className="flex flex-wrap gap-2">
          {WHOSE.map((each) => (
            <Link
              key={each}
              to="/$workspaceId/approvals"
              params={{ workspaceId: desk.id }}
              search={each === 'mine' ? {} : { whose: each }}
              activeProps={{}}
              aria-current={each === whose ? 'page' : undefined}
              className={`inline-flex min-h-12 items-center rounded-control border px-4 font-semibold ${each === whose ? 'border-accent bg-accent-ground text-accent-text' : 'border-line bg-surface hover:bg-sunken'}`}
            >
              {words.whose[each]}
            </Link>
          ))}
        </nav>
        {items || error ? null : <Waiting />}
        {items?.length === 0 && !error ? <Empty icon="check" {...words.empty[whose]} /> : null}
        <ul className="grid max-w-3xl gap-3">
          {items?.map((approval) => (
            <li key={approval.id}>
              <ApprovalCard approval={approval} isOpen={whose === 'mine' && items.length === 1} />
            </li>
          ))}
        </ul>
        {error ? <LoadFailure error={error} onRetry={retry} /> : null}
        <More onSeen={more} />
      </div>
    </div>
  )
}
