import type { ReactNode } from 'react'
import { useWords } from '../../language/language.tsx'
import { TabLinks } from '../parts/tab-links.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useApprovals } from './approvals/approval-queries.ts'
import { workflowsWords } from './words/workflows-words.ts'

export function AreaTabs({ current }: { current: 'workflows' | 'runs' | 'approvals' }): ReactNode {
  const words = useWords(workflowsWords)
  const params = { workspaceId: useDesk().id }
  const waiting = useApprovals('mine').total
  return (
    <TabLinks
      label={words.areas}
      current={current}
      tabs={[
        { name: 'workflows', label: words.title, to: '/$workspaceId/workflows', params },
        { name: 'runs', label: words.runs, to: '/$workspaceId/runs', params },
        { name: 'approvals', label: words.approvals, to: '/$workspaceId/approvals', params, count: waiting },
      ]}
    />
  )
}
