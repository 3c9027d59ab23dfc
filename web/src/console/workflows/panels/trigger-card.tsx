import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { WorkflowTrigger } from '../../../../../src/modules/workflows/trigger.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Joined } from '../../../design/joined.tsx'
import { useWords } from '../../../language/language.tsx'
import { useMoment } from '../../parts/moment.ts'
import { AskButton } from '../../parts/ask-button.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change } from '../../shell/use-change.ts'
import { DataView } from '../data-view.tsx'
import { workflowsWords } from '../words/workflows-words.ts'
import { triggerQuery } from './panel-queries.ts'
import type { TriggerActs } from './trigger-changes.ts'
import { panelsWords } from './words/panels-words.ts'

interface TriggerCardProps {
  trigger: WorkflowTrigger
  mayWrite: boolean
  acts: TriggerActs
  onEdit(): void
}

export function TriggerCard({ trigger, mayWrite, acts, onEdit }: TriggerCardProps): ReactNode {
  const words = useWords(panelsWords).triggers
  const flows = useWords(workflowsWords)
  const [isOpen, setOpen] = useState(false)
  const { kind, source, isEnabled, name } = trigger
  const title = name ?? flows.triggerKinds[kind]
  return (
    <Card className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{title}</h2>
        {name === null ? null : <Badge>{flows.triggerKinds[kind]}</Badge>}
        {source === 'document' ? <Badge tone="info">{words.ofDocument}</Badge> : null}
        {isEnabled ? null : <Badge tone="warn">{words.disabled}</Badge>}
      </div>
      <Facts trigger={trigger} />
      {trigger.filter === null ? null : <DataView title={words.onlyIf} value={trigger.filter} />}
      {trigger.payloadSchema === null ? null : <DataView title={words.mustFit} value={trigger.payloadSchema} />}
      {isOpen ? <Deliveries trigger={trigger} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.last}
        </Button>
        {mayWrite && source === 'api' ? (
          <>
            <Button aria-label={`${words.edit}: ${title}`} onClick={onEdit}>
              {words.edit}
            </Button>
            <Button busy={acts.toggle.isPending} onClick={() => acts.toggle.mutate(change(trigger))}>
              {isEnabled ? words.disable : words.enable}
            </Button>
            {kind === 'webhook' ? (
              <AskButton
                label={words.rotate}
                really={words.reallyRotate}
                what={title}
                onYes={() => acts.rotate.mutate(change(trigger))}
              />
            ) : null}
            <AskButton
              label={words.remove}
              really={words.reallyRemove}
              what={title}
              onYes={() => acts.remove.mutate(change(trigger))}
            />
          </>
        ) : null}
      </div>
    </Card>
  )
}

function Facts({ trigger }: { trigger: WorkflowTrigger }): ReactNode {
  const words = useWords(panelsWords).triggers
  const moment = useMoment()
  const { eventTypes, cron, every, after, timezone, phrase, nextAt, tokenHint, oldTokenUntil, refusedCount } = trigger
  const facts = [
    eventTypes?.join(', '),
    [cron ?? every ?? after, timezone].filter(Boolean).join(' '),
    phrase === null ? undefined : `“${phrase}”`,
    nextAt === null ? undefined : words.next(moment(nextAt)),
    tokenHint === null ? undefined : words.token(tokenHint),
    oldTokenUntil === null ? undefined : words.oldToken(moment(oldTokenUntil)),
    refusedCount === 0 ? undefined : words.refused(refusedCount),
  ]
  return (
    <p className="text-small text-soft">
      <Joined parts={facts} />
    </p>
  )
}

function Deliveries({ trigger }: { trigger: WorkflowTrigger }): ReactNode {
  const words = useWords(panelsWords).triggers
  const moment = useMoment()
  const desk = useDesk()
  const deliveries = useQuery(triggerQuery(desk, trigger.workflowId, trigger.id)).data?.deliveries
  if (!deliveries) return null
  if (deliveries.length === 0) return <p className="text-small">{words.nothingCame}</p>
  return (
    <ul className="grid gap-3 border-l-2 border-line pl-4">
      {deliveries.map(({ id, outcome, runId, error, payload, createdAt }) => (
        <li key={id} className="grid gap-1 text-small">
          <p>
            <span className="font-semibold">{words.outcomes[outcome]}</span> · {moment(createdAt)}
          </p>
          {error === null ? null : <p className="text-danger-text">{error}</p>}
          {runId === null ? (
            <DataView title={words.last} value={payload} />
          ) : (
            <Link
              to="/$workspaceId/runs/$runId"
              params={{ workspaceId: desk.id, runId }}
              className="inline-flex min-h-11 items-center font-medium text-accent-text underline"
            >
              {words.toRun}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
