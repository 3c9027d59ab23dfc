import type { ReactNode } from 'react'
import type { DoorAttempt } from '../../../../../src/modules/locks/door-attempt.schema.ts'
import type { Lock } from '../../../../../src/modules/locks/lock.schema.ts'
import { Badge, type Tone } from '../../../design/badge.tsx'
import { Card, Section } from '../../../design/card.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { useProperties } from '../../tasks/lookup-queries.ts'
import { Rows } from '../settings-list.tsx'
import { locksWords } from './words/locks-words.ts'

const TONES: Record<DoorAttempt['outcome'], Tone> = {
  running: 'info',
  opened: 'good',
  offline: 'danger',
  failed: 'danger',
  uncertain: 'warn',
  refused: 'plain',
}

/** Every press of a door button, and what came of it. */
export function DoorAttempts({ locks }: { locks: readonly Lock[] }): ReactNode {
  const { tries } = useWords(locksWords)
  const { id, desk } = useDesk()
  const list = usePaged<DoorAttempt>([id, 'door-attempts'], `${desk}/door-attempts`)
  return (
    <Section title={tries.title}>
      <Rows
        label={tries.title}
        list={list}
        empty={{ icon: 'door', title: tries.none, text: tries.noneText }}
        renderRow={(attempt) => (
          <AttemptRow attempt={attempt} lock={locks.find((lock) => lock.id === attempt.lockId)} />
        )}
      />
    </Section>
  )
}

function AttemptRow({ attempt, lock }: { attempt: DoorAttempt; lock: Lock | undefined }): ReactNode {
  const words = useWords(locksWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const home = useProperties().find(({ id }) => id === attempt.propertyId)
  const { outcome, reason, startedAt } = attempt
  const reasons: Record<string, string> = words.reasons
  return (
    <Card className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <p className="min-w-0 flex-1 basis-52">
        <bdi className="font-medium">{home?.name}</bdi>
        {lock ? (
          <>
            {' · '}
            <bdi>{lock.name}</bdi>
          </>
        ) : null}
        <span className="block text-small text-soft">{format.momentAt(startedAt, timezone)}</span>
      </p>
      {reason === null ? null : <p className="text-small text-soft">{reasons[reason] ?? reason}</p>}
      <Badge tone={TONES[outcome]}>{words.outcomes[outcome]}</Badge>
    </Card>
  )
}
