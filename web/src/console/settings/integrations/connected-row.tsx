import { useState, type ReactNode } from 'react'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { StateLine } from '../../../design/note.tsx'
import { Joined } from '../../../design/joined.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change } from '../../shell/use-change.ts'
import { AddressList } from './address-list.tsx'
import { AnswererSheet } from './answerer-sheet.tsx'
import type { Connected } from './connected.ts'
import { useConnectedChanges } from './connected-changes.ts'
import { HomesSheet } from './homes-sheet.tsx'
import { SYSTEMS } from './systems.ts'
import { integrationsWords } from './words/integrations-words.ts'

const TONES = { active: 'good', paused: 'warn', failing: 'danger' } as const

export function ConnectedRow({ connected, onChange }: { connected: Connected; onChange(): void }): ReactNode {
  const words = useWords(integrationsWords)
  const { noun, system, name, status, lastError } = connected
  const [areHomesShown, setHomesShown] = useState(false)
  const [isAnswererShown, setAnswererShown] = useState(false)
  const { test, pause, remove, outcome } = useConnectedChanges(connected)
  const isPaused = status === 'paused'
  const testWord = noun === 'property-systems' ? words.poll : words.test
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{name}</h3>
        <Badge tone={TONES[status]}>{words.states[status]}</Badge>
        <p className="text-small text-soft">
          <Facts connected={connected} />
        </p>
      </div>
      {lastError !== null && outcome === undefined ? (
        <StateLine tone={status === 'failing' ? 'danger' : 'warn'} icon="alert">
          {lastError}
        </StateLine>
      ) : null}
      {outcome === undefined ? null : (
        <div role="status">
          <StateLine tone={outcome.tone} icon={outcome.tone === 'good' ? 'check' : 'alert'}>
            {outcome.text}
          </StateLine>
        </div>
      )}
      <AddressList connected={connected} />
      <div className="flex flex-wrap gap-2">
        {isPaused && noun === 'property-systems' ? null : (
          <Button aria-label={`${testWord}: ${name}`} busy={test.isPending} onClick={() => test.mutate(change(null))}>
            {testWord}
          </Button>
        )}
        {noun === 'property-systems' ? (
          <Button aria-label={`${words.homes.title}: ${name}`} onClick={() => setHomesShown(true)}>
            {words.homes.title}
          </Button>
        ) : null}
        {SYSTEMS[system].talks ? (
          <Button aria-label={`${words.answerer.title}: ${name}`} onClick={() => setAnswererShown(true)}>
            {words.answerer.title}
          </Button>
        ) : null}
        {SYSTEMS[system].install ? null : (
          <Button aria-label={`${words.change}: ${name}`} onClick={onChange}>
            {words.change}
          </Button>
        )}
        <Button
          aria-label={`${isPaused ? words.resume : words.pause}: ${name}`}
          busy={pause.isPending}
          onClick={() => pause.mutate(change({ status: isPaused ? 'active' : 'paused' }))}
        >
          {isPaused ? words.resume : words.pause}
        </Button>
        <AskButton
          label={words.remove}
          really={words.reallyRemove}
          what={name}
          busy={remove.isPending}
          onYes={() => remove.mutate(change(connected))}
        />
      </div>
      {isAnswererShown ? <AnswererSheet connected={connected} onClose={() => setAnswererShown(false)} /> : null}
      {areHomesShown ? <HomesSheet connected={connected} onClose={() => setHomesShown(false)} /> : null}
    </Card>
  )
}

function Facts({ connected }: { connected: Connected }): ReactNode {
  const words = useWords(integrationsWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const { noun, system, lastAt, accounts } = connected
  const last = (moment: string): string =>
    noun === 'property-systems' ? words.lastPoll(moment) : words.lastSync(moment)
  const when = lastAt === undefined ? '' : lastAt === null ? words.notYet : last(format.momentAt(lastAt, timezone))
  return <Joined parts={[words.systems[system], ...accounts, when]} />
}
