import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { WorkflowRun, WorkflowRunRow, WorkflowStep } from '../../../../../src/modules/workflows/run.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Icon } from '../../../design/icon.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { useNow } from '../../parts/now.ts'
import { useDesk } from '../../shell/console-context.ts'
import { DataView } from '../data-view.tsx'
import { durationIn, secondsBetween } from './durations.ts'
import { RunErrorLine } from './run-error.tsx'
import { RunStatus, StepStatus } from './run-signs.tsx'
import { barOf, depthOf, roundOf, stepInFocus } from './timeline.ts'
import { runsWords } from './words/runs-words.ts'

const BARS: Record<WorkflowStep['status'], string> = {
  started: 'bg-info-text',
  completed: 'bg-accent',
  skipped: 'bg-edge',
  faulted: 'bg-danger-text',
  cancelled: 'bg-edge',
}

interface StepListProps {
  run: WorkflowRun
  steps: readonly WorkflowStep[]
  childRuns: readonly WorkflowRunRow[]
  /** Undefined where one cannot go on from the step. */
  onRetry(step: WorkflowStep): (() => void) | undefined
}

/** The steps in the order in which they began, each with its place in time. What runs now is open. */
export function StepList({ run, steps, childRuns, onRetry }: StepListProps): ReactNode {
  const words = useWords(runsWords)
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map())
  const focus = stepInFocus(run, steps)
  const now = useNow(run.endedAt === null)
  if (steps.length === 0) return <p className="text-soft">{words.run.noSteps}</p>
  return (
    <ol className="overflow-hidden rounded-card border border-line bg-surface">
      {steps.map((step) => {
        const isOpen = chosen.get(step.seq) ?? step.seq === focus
        return (
          <li key={step.seq} className="border-b border-line last:border-b-0">
            <StepHead
              step={step}
              run={run}
              round={roundOf(step, steps)}
              now={now}
              isOpen={isOpen}
              onToggle={() => setChosen(new Map(chosen).set(step.seq, !isOpen))}
            />
            {isOpen ? (
              <StepBody
                step={step}
                childRuns={childRuns.filter((child) => isWithin(child, step))}
                retry={onRetry(step)}
              />
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

function isWithin({ createdAt, triggerKind }: WorkflowRunRow, { task, startedAt, endedAt }: WorkflowStep): boolean {
  return (
    task === 'run' && triggerKind === 'workflow' && createdAt >= startedAt && (endedAt === null || createdAt <= endedAt)
  )
}

interface StepHeadProps {
  step: WorkflowStep
  run: WorkflowRun
  round: number | undefined
  now: number
  isOpen: boolean
  onToggle(): void
}

function StepHead({ step, run, round, now, isOpen, onToggle }: StepHeadProps): ReactNode {
  const words = useWords(runsWords)
  const { language } = useLanguage()
  const { name, task, pointer, status, attempt, startedAt, endedAt } = step
  const { left, width } = barOf(step, run, now)
  const extra = [
    task,
    round === undefined ? undefined : words.step.round(round),
    attempt > 1 ? words.step.attempt(attempt) : undefined,
  ]
  return (
    <button
      type="button"
      data-row=""
      aria-expanded={isOpen}
      className="grid min-h-12 w-full items-center gap-x-4 gap-y-1 px-4 py-2 text-left outline-offset-[-3px] hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_7rem_6rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem_5rem]"
      onClick={onToggle}
    >
      <span className="flex min-w-0 items-center gap-2" style={{ paddingInlineStart: `${depthOf(pointer)}rem` }}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} className="size-4 text-soft" />
        <span className="truncate font-medium">{name}</span>
        <span className="truncate text-small text-soft">{extra.filter(Boolean).join(' · ')}</span>
      </span>
      <span aria-hidden="true" className="relative hidden h-2.5 rounded-full bg-sunken lg:block">
        <span
          className={`absolute inset-y-0 rounded-full ${BARS[status]}`}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      </span>
      <span className="flex items-center gap-4 sm:contents">
        <StepStatus status={status} />
        <span className="text-small text-soft sm:text-right">
          {status === 'skipped' ? '' : durationIn(language)(secondsBetween(startedAt, endedAt, now))}
        </span>
      </span>
    </button>
  )
}

interface StepBodyProps {
  step: WorkflowStep
  childRuns: readonly WorkflowRunRow[]
  retry: (() => void) | undefined
}

function StepBody({ step, childRuns, retry }: StepBodyProps): ReactNode {
  const words = useWords(runsWords)
  const { id } = useDesk()
  const { input, output, error, status, pointer, name } = step
  return (
    <div role="group" aria-label={words.step.open(name)} className="grid gap-4 border-t border-line px-4 py-4">
      {error === null ? null : <RunErrorLine error={error} />}
      {childRuns.map((child) => (
        <Link
          key={child.id}
          to="/$workspaceId/runs/$runId"
          params={{ workspaceId: id, runId: child.id }}
          className="inline-flex min-h-11 items-center gap-3 font-medium text-accent-text hover:underline"
        >
          <Icon name="flow" className="size-5" />
          {words.step.childRun}
          <RunStatus status={child.status} />
        </Link>
      ))}
      <div className="grid gap-4 lg:grid-cols-2">
        <DataView title={words.run.input} value={input} />
        {status === 'completed' ? <DataView title={words.run.output} value={output} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {retry ? (
          <Button look="tinted" icon="retry" onClick={retry}>
            {words.step.retryHere}
          </Button>
        ) : null}
        <code className="font-mono text-small text-soft">{pointer}</code>
      </div>
    </div>
  )
}
