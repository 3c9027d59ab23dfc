import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Activation, WorkflowVersionRow } from '../../../../../src/modules/workflows/definition.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card, Section } from '../../../design/card.tsx'
import { SelectField } from '../../../design/field.tsx'
import { Joined } from '../../../design/joined.tsx'
import { useWords } from '../../../language/language.tsx'
import { useMoment } from '../../parts/moment.ts'
import { Empty } from '../../parts/empty.tsx'
import { useDesk, useRole } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { change, useChange } from '../../shell/use-change.ts'
import { usePeople } from '../../tasks/lookup-queries.ts'
import { useWorkflowAgain } from '../workflow-changes.ts'
import type { PanelProps } from '../workflow-page.tsx'
import { MoveSheet } from './move-sheet.tsx'
import { versionsQuery } from './panel-queries.ts'
import { ShareSheet } from './share-sheet.tsx'
import { VersionDifference } from './version-difference.tsx'
import { panelsWords } from './words/panels-words.ts'

/** What was published, what of it is on, and what changed from one to the other. */
export function VersionsPanel({ workflow, tag }: PanelProps): ReactNode {
  const words = useWords(panelsWords).versions
  const { api, open, ...desk } = useDesk()
  const { data, isPending, error, refetch } = useQuery(versionsQuery({ api, open, ...desk }, workflow.id))
  const again = useWorkflowAgain(workflow.id)
  const use = useChange<{ routes: NonNullable<Activation['routes']>; match: string }, unknown>({
    send: ({ routes, match }, key) =>
      api.send(`${open}/workflows/${workflow.id}/activation`, { method: 'PUT', body: { routes }, key, match }),
    onDone: again,
    said(_, { routes: [first] }) {
      const { version = 0, weight = 100 } = first ?? {}
      return weight === 100 ? words.used(version) : words.splitDone(version, weight)
    },
    undo() {
      const { routes } = workflow
      return routes === null ? undefined : () => use.mutate(change({ routes, match: '*' }))
    },
  })
  const [shared, setShared] = useState<number>()
  const main = workflow.routes?.toSorted((a, b) => b.weight - a.weight)[0]?.version
  if (isPending) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data.items.length === 0) return <Empty icon="flow" {...words.none} />
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="grid content-start gap-6">
        <ul aria-label={words.title} className="grid gap-2">
          {data.items.map((version) => (
            <VersionRow
              key={version.number}
              version={version}
              weight={workflow.routes?.find((route) => route.version === version.number)?.weight}
              isArchived={workflow.status === 'archived'}
              isShareable={main !== undefined && main !== version.number}
              onShare={() => setShared(version.number)}
              onUse={() => use.mutate(change({ routes: [{ version: version.number, weight: 100 }], match: tag }))}
            />
          ))}
        </ul>
        {shared !== undefined && main !== undefined ? (
          <ShareSheet
            number={shared}
            other={main}
            onShare={(weight) => {
              setShared(undefined)
              const routes = [
                { version: shared, weight },
                { version: main, weight: 100 - weight },
              ]
              use.mutate(change({ routes, match: tag }))
            }}
            onClose={() => setShared(undefined)}
          />
        ) : null}
        <History activations={workflow.activations} />
      </div>
      <Compare workflowId={workflow.id} numbers={data.items.map(({ number }) => number)} />
    </div>
  )
}

interface VersionRowProps {
  version: WorkflowVersionRow
  /** Of a hundred runs, how many follow it; undefined when it is not on. */
  weight: number | undefined
  isArchived: boolean
  /** Another one is on that it can share the runs with. */
  isShareable: boolean
  onShare(): void
  onUse(): void
}

function VersionRow({ version, weight, isArchived, isShareable, onShare, onUse }: VersionRowProps): ReactNode {
  const words = useWords(panelsWords).versions
  const moment = useMoment()
  const { may } = useRole()
  const by = usePeople().find(({ id }) => id === version.createdBy['actorId'])?.name
  return (
    <li>
      <Card className="grid gap-2 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold">{words.name(version.number)}</h2>
          {weight === undefined ? null : <Badge tone="good">{weight === 100 ? words.on : words.share(weight)}</Badge>}
        </div>
        <p className="text-small text-soft">
          <Joined parts={[moment(version.createdAt), by, words.own(version.documentVersion)]} />
        </p>
        {weight === 100 || isArchived || !may('manager') ? null : (
          <div className="flex flex-wrap gap-2">
            <Button aria-label={`${words.use}: ${words.name(version.number)}`} onClick={onUse}>
              {words.use}
            </Button>
            {isShareable ? (
              <Button aria-label={`${words.split}: ${words.name(version.number)}`} onClick={onShare}>
                {words.split}
              </Button>
            ) : null}
          </div>
        )}
      </Card>
    </li>
  )
}

function Compare({ workflowId, numbers }: { workflowId: string; numbers: readonly number[] }): ReactNode {
  const words = useWords(panelsWords).versions
  const [newest = 1, before = newest] = numbers
  const [pair, setPair] = useState({ from: before, to: newest })
  const [isMoving, setMoving] = useState(false)
  const { may } = useRole()
  const choices = numbers.map((number) => (
    <option key={number} value={number}>
      {words.name(number)}
    </option>
  ))
  return (
    <Section title={words.compare}>
      <div className="grid grid-cols-2 gap-3 sm:max-w-md">
        <SelectField
          label={words.from}
          value={pair.from}
          onChange={({ target }) => setPair({ ...pair, from: Number(target.value) })}
        >
          {choices}
        </SelectField>
        <SelectField
          label={words.to}
          value={pair.to}
          onChange={({ target }) => setPair({ ...pair, to: Number(target.value) })}
        >
          {choices}
        </SelectField>
      </div>
      <VersionDifference workflowId={workflowId} pair={pair} />
      {may('manager') && pair.from !== pair.to ? (
        <div>
          <Button onClick={() => setMoving(true)}>{words.move.button}</Button>
        </div>
      ) : null}
      {isMoving ? <MoveSheet workflowId={workflowId} pair={pair} onClose={() => setMoving(false)} /> : null}
    </Section>
  )
}

function History({ activations }: { activations: readonly Activation[] }): ReactNode {
  const words = useWords(panelsWords).versions
  const moment = useMoment()
  const people = usePeople()
  if (activations.length === 0) return null
  return (
    <Section title={words.history}>
      <ol className="grid gap-2 border-l-2 border-line pl-4 text-small">
        {activations.map(({ id, routes, createdAt, createdBy }) => (
          <li key={id}>
            <p className="font-medium">
              {routes === null
                ? words.off
                : routes.map(({ version, weight }) => `${words.name(version)} (${weight} %)`).join(', ')}
            </p>
            <p className="text-soft">
              <Joined parts={[moment(createdAt), people.find((each) => each.id === createdBy['actorId'])?.name]} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
