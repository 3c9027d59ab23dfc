import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WorkflowRun, WorkflowRunRow, WorkflowStep } from '../../../../../src/modules/workflows/run.schema.ts'
import { Card } from '../../../design/card.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { useMoment } from '../../parts/moment.ts'
import { useNow } from '../../parts/now.ts'
import { useDesk } from '../../shell/console-context.ts'
import { taskQuery } from '../../tasks/task-queries.ts'
import { workflowsWords } from '../words/workflows-words.ts'
import { durationIn, secondsBetween } from './durations.ts'
import { RunStatus } from './run-signs.tsx'
import { tasksIn, type TaskRef } from './timeline.ts'
import { runsWords } from './words/runs-words.ts'

const LINK = 'inline-flex min-h-11 items-center gap-2 font-medium text-accent-text hover:underline'

interface RunFactsProps {
  run: WorkflowRun
  name: string
  steps: readonly WorkflowStep[]
  childRuns: readonly WorkflowRunRow[]
}

/** When, how long, why, and what it has to do with. */
export function RunFacts({ run, name, steps, childRuns }: RunFactsProps): ReactNode {
  const words = useWords(runsWords)
  const flows = useWords(workflowsWords)
  const { language } = useLanguage()
  const moment = useMoment()
  const { id } = useDesk()
  const now = useNow(run.endedAt === null)
  const { startedAt, createdAt, endedAt, dueAt, triggerKind, workflowVersion, correlationKey, reason } = run
  const took = durationIn(language)(secondsBetween(startedAt ?? createdAt, endedAt, now))
  const facts: [string, ReactNode][] = [
    [words.filters.workflowId, <WorkflowLink key="workflow" workflowId={run.workflowId} name={name} />],
    [words.run.startedAt, moment(startedAt ?? createdAt)],
    [endedAt === null ? words.run.soFar : words.run.took, took],
    [words.run.startedBy, flows.triggerKinds[triggerKind]],
    [words.run.version, workflowVersion === 0 ? words.run.ofDraft : workflowVersion],
    [words.run.key, correlationKey],
    [words.run.reason, reason],
  ]
  const tasks = tasksIn(run, steps)
  return (
    <div className="grid content-start gap-4">
      <Card className="p-4">
        <dl className="grid gap-3">
          {facts.map(([label, value]) =>
            value === null ? null : (
              <div key={label}>
                <dt className="text-small text-soft">{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
        {dueAt === null ? null : <p className="mt-3 text-small text-soft">{words.run.goesOn(moment(dueAt))}</p>}
      </Card>
      {tasks.length === 0 ? null : (
        <Links title={words.run.tasks}>
          {tasks.map((task) => (
            <li key={task.id}>
              <TaskLink task={task} />
            </li>
          ))}
        </Links>
      )}
      {run.parentRunId === null ? null : (
        <Link to="/$workspaceId/runs/$runId" params={{ workspaceId: id, runId: run.parentRunId }} className={LINK}>
          {words.run.cause}
        </Link>
      )}
      {childRuns.length === 0 ? null : (
        <Links title={words.run.children}>
          {childRuns.map((child) => (
            <li key={child.id}>
              <Link to="/$workspaceId/runs/$runId" params={{ workspaceId: id, runId: child.id }} className={LINK}>
                {moment(child.createdAt)}
                <RunStatus status={child.status} />
              </Link>
            </li>
          ))}
        </Links>
      )}
    </div>
  )
}

function Links({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="grid gap-1">
      <h2 className="text-small font-medium text-soft">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function WorkflowLink({ workflowId, name }: { workflowId: string; name: string }): ReactNode {
  const { id } = useDesk()
  return (
    <Link to="/$workspaceId/workflows/$workflowId" params={{ workspaceId: id, workflowId }} className={LINK}>
      {name}
    </Link>
  )
}

/** One that the run only names by its id is asked for. */
function TaskLink({ task }: { task: TaskRef }): ReactNode {
  const desk = useDesk()
  const { data } = useQuery({ ...taskQuery(desk, task.id), enabled: task.label === '', retry: false })
  const label = task.label === '' && data ? `${data.shortId} ${data.title}` : task.label
  return (
    <Link to="/$workspaceId/tasks/$taskId" params={{ workspaceId: desk.id, taskId: task.id }} className={LINK}>
      {label === '' ? task.id.slice(-6) : label}
    </Link>
  )
}
