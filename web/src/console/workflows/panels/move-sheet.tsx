import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { StateLine } from '../../../design/note.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { isOver, seenTo, workedThrough, type Work } from './work.ts'
import { panelsWords } from './words/panels-words.ts'

interface MoveSheetProps {
  workflowId: string
  pair: { from: number; to: number }
  onClose(): void
}

/** Open runs of one version go on in another: first it is only told which of them can. */
export function MoveSheet({ workflowId, pair, onClose }: MoveSheetProps): ReactNode {
  const { versions: words, underWay } = useWords(panelsWords)
  const desk = useDesk()
  const path = `${desk.open}/workflows/${workflowId}/run-migrations`
  const ask = (dryRun: boolean, key: string): Promise<Work> =>
    workedThrough(desk, path, { fromVersion: pair.from, toVersion: pair.to, dryRun }, key)
  const trial = useChange<undefined, Work>({ send: (_, key) => ask(true, key) })
  const move = useChange<undefined, Work>({
    send: (_, key) => ask(false, key),
    onDone: onClose,
    said: (work) => (isOver(work) ? words.move.moved(work.done) : underWay(seenTo(work), work.total)),
  })
  const { data } = trial
  return (
    <Sheet title={`${words.move.button}: ${words.name(pair.from)} → ${words.name(pair.to)}`} isOpen onClose={onClose}>
      <p className="text-small text-soft">{words.move.text}</p>
      {data ? <Told work={data} /> : null}
      {data && isOver(data) && data.done > 0 ? (
        <Button look="primary" size="large" busy={move.isPending} onClick={() => move.mutate(change(undefined))}>
          {words.move.really(data.done)}
        </Button>
      ) : null}
      {data && isOver(data) ? null : (
        <Button look="primary" size="large" busy={trial.isPending} onClick={() => trial.mutate(change(undefined))}>
          {words.move.try}
        </Button>
      )}
    </Sheet>
  )
}

/** What would become of each: those that stay with the reason. */
function Told({ work }: { work: Work }): ReactNode {
  const { versions: words, underWay } = useWords(panelsWords)
  const { id } = useDesk()
  const stays = work.items.filter(({ status }) => status === 'skipped' || status === 'failed')
  const stayCount = work.skipped + work.failed
  if (isOver(work) && work.total === 0) return <p role="status">{words.move.none}</p>
  return (
    <div role="status" className="grid gap-3">
      <StateLine tone={work.done > 0 ? 'good' : 'plain'} icon={work.done > 0 ? 'check' : 'minus'}>
        {words.move.can(work.done)}
      </StateLine>
      {stayCount > 0 ? (
        <StateLine tone="warn" icon="pause">
          {words.move.stay(stayCount)}
        </StateLine>
      ) : null}
      {isOver(work) ? null : (
        <StateLine tone="plain" icon="clock">
          {underWay(seenTo(work), work.total)}
        </StateLine>
      )}
      <ul className="grid max-h-[40dvh] gap-2 overflow-y-auto text-small">
        {stays.map(({ position, subjectId, message }) => (
          <li key={position} className="rounded-control bg-sunken px-3 py-1">
            <p>{message}</p>
            <Link
              to="/$workspaceId/runs/$runId"
              params={{ workspaceId: id, runId: subjectId }}
              className="inline-flex min-h-11 items-center font-medium text-accent-text underline"
            >
              {words.move.run}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
