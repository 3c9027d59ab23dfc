import type { ReactNode } from 'react'
import type { WorkflowRunRow, WorkflowStep } from '../../../../../src/modules/workflows/run.schema.ts'
import type { Tone } from '../../../design/badge.tsx'
import type { IconName } from '../../../design/icon.tsx'
import { StateLine } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { runsWords } from './words/runs-words.ts'

interface Sign {
  tone: Tone
  icon: IconName | 'spinner'
}

const RUN_SIGNS: Record<WorkflowRunRow['status'], Sign> = {
  pending: { tone: 'info', icon: 'clock' },
  running: { tone: 'info', icon: 'spinner' },
  waiting: { tone: 'info', icon: 'hourglass' },
  suspended: { tone: 'warn', icon: 'pause' },
  cancelled: { tone: 'plain', icon: 'x' },
  faulted: { tone: 'danger', icon: 'alert' },
  completed: { tone: 'good', icon: 'check' },
}
const STEP_SIGNS: Record<WorkflowStep['status'], Sign> = {
  started: { tone: 'info', icon: 'spinner' },
  completed: { tone: 'good', icon: 'check' },
  skipped: { tone: 'plain', icon: 'minus' },
  faulted: { tone: 'danger', icon: 'alert' },
  cancelled: { tone: 'plain', icon: 'x' },
}

export function RunStatus({ status }: { status: WorkflowRunRow['status'] }): ReactNode {
  const words = useWords(runsWords)
  return <StateLine {...RUN_SIGNS[status]}>{words.statuses[status]}</StateLine>
}

export function StepStatus({ status }: { status: WorkflowStep['status'] }): ReactNode {
  const words = useWords(runsWords)
  return <StateLine {...STEP_SIGNS[status]}>{words.step.statuses[status]}</StateLine>
}
