import type { ReactNode } from 'react'
import type { Automation } from '../../../../src/modules/workflows/automation.schema.ts'
import type { WorkflowRow } from '../../../../src/modules/workflows/definition.schema.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { Icon, type IconName } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { useMoment } from '../parts/moment.ts'
import { workflowsWords } from './words/workflows-words.ts'

const STATUS_TONES: Record<WorkflowRow['status'], Tone> = {
  draft: 'info',
  active: 'good',
  inactive: 'plain',
  archived: 'plain',
}

export function WorkflowStatus({ status }: { status: WorkflowRow['status'] }): ReactNode {
  const words = useWords(workflowsWords)
  return <Badge tone={STATUS_TONES[status]}>{words.statuses[status]}</Badge>
}

type Outcome = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
const OUTCOMES: Record<Outcome, { icon: IconName; colour: string }> = {
  running: { icon: 'play', colour: 'text-info-text' },
  waiting: { icon: 'hourglass', colour: 'text-info-text' },
  completed: { icon: 'check', colour: 'text-accent-text' },
  failed: { icon: 'alert', colour: 'text-danger-text' },
  cancelled: { icon: 'x', colour: 'text-soft' },
}

/** How the last run went, and when that was. */
export function LastRun({ automation }: { automation: Automation | undefined }): ReactNode {
  const words = useWords(workflowsWords)
  const moment = useMoment()
  if (!automation) return null
  const { lastRunAt, lastRunOutcome } = automation
  if (lastRunAt === null) return <span className="text-small text-soft">{words.neverRan}</span>
  const outcome = isOutcome(lastRunOutcome) ? lastRunOutcome : 'completed'
  const { icon, colour } = OUTCOMES[outcome]
  return (
    <span className="grid gap-0.5">
      <span className={`flex items-center gap-1.5 text-small font-semibold ${colour}`}>
        <Icon name={icon} className="size-4" />
        {words.outcomes[outcome]}
      </span>
      <span className="text-small text-soft">{moment(lastRunAt)}</span>
    </span>
  )
}

function isOutcome(text: string | null): text is Outcome {
  return text !== null && text in OUTCOMES
}
