import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ActivityList } from './activity-list.tsx'
import { BlockerNote } from './blocker-note.tsx'
import { Checklist } from './checklist.tsx'
import { Comments } from './comments.tsx'
import { CompleteButton } from './complete-button.tsx'
import { Costs } from './costs.tsx'
import { Photos } from './photos.tsx'
import { TaskPicker, type PickerKind } from './pickers.tsx'
import { ShareLinks } from './share/share-links.tsx'
import { Subtasks } from './subtasks.tsx'
import { useTaskChange } from './task-changes.ts'
import { TaskFields } from './task-fields.tsx'
import { taskQuery } from './task-queries.ts'
import { TaskText } from './task-text.tsx'
import { usePhotoUploads } from './use-photo-uploads.ts'
import type { Problem } from '../shell/problem.ts'
import { tasksWords } from './words/tasks-words.ts'

/** One task with everything about it. */
export function TaskPage(): ReactNode {
  const { taskId = '' } = useParams({ strict: false })
  const desk = useDesk()
  const { data: task, isPending, error, refetch } = useQuery(taskQuery(desk, taskId))
  if (task) return <OpenTask key={task.id} task={task} />
  return isPending ? <Waiting /> : <LoadFailure error={error} onRetry={() => void refetch()} />
}

function OpenTask({ task }: { task: Task }): ReactNode {
  const words = useWords(tasksWords)
  const { id } = useDesk()
  const router = useRouter()
  const navigate = useNavigate()
  // With the task as it was seen when the choice began: what others do meanwhile is not overwritten unseen.
  const [picking, setPicking] = useState<{ kind: PickerKind; seen: Task }>()
  const pick = (kind: PickerKind): void => setPicking({ kind, seen: task })
  const [refusal, setRefusal] = useState<Problem>()
  const changeTask = useTaskChange((problem) => {
    const isBlocked = problem.code === 'completion_blocked'
    if (isBlocked) setRefusal(problem)
    return isBlocked
  })
  const complete = (changes: TaskUpdate, onFailed?: (error: unknown) => void): void => {
    // Whoever tries again has read it.
    setRefusal(undefined)
    changeTask({ task, changes }, onFailed)
  }
  const uploads = usePhotoUploads(task.id)
  const back = (): void => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/$workspaceId/tasks', params: { workspaceId: id } })
  }
  useKeys({
    Escape: back,
    a: () => pick('assign'),
    s: () => pick('status'),
    p: () => pick('priority'),
    d: () => pick('due'),
  })
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader
        title={task.shortId}
        aside={
          <Link
            to="/$workspaceId/tasks"
            params={{ workspaceId: id }}
            className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-accent-text hover:bg-sunken"
          >
            <Icon name="list" className="size-5" />
            {words.title}
          </Link>
        }
        actions={<CompleteButton task={task} onComplete={complete} />}
      />
      <div className="grid gap-6 px-4 pb-16 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:px-6">
        <div className="grid min-w-0 gap-6">
          {refusal ? <BlockerNote problem={refusal} onClose={() => setRefusal(undefined)} /> : null}
          <TaskText task={task} onChange={(changes, seen, onFailed) => changeTask({ task: seen, changes }, onFailed)} />
        </div>
        <div className="grid content-start gap-6 lg:row-span-2">
          <TaskFields task={task} onPick={pick} />
          <ShareLinks task={task} />
        </div>
        <div className="grid min-w-0 content-start gap-8">
          <Checklist task={task} uploads={uploads} />
          <Photos task={task} uploads={uploads} />
          <Subtasks task={task} />
          <Costs task={task} />
          <Comments task={task} />
          <ActivityList task={task} />
        </div>
      </div>
      {picking ? (
        <TaskPicker
          kind={picking.kind}
          task={picking.seen}
          onChange={(changes, face) => changeTask({ task: picking.seen, changes, ...(face ? { face } : {}) })}
          onClose={() => setPicking(undefined)}
        />
      ) : null}
    </div>
  )
}
