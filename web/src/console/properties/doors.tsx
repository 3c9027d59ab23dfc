import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { DoorAttempt } from '../../../../src/modules/locks/door-attempt.schema.ts'
import type { Lock } from '../../../../src/modules/locks/lock.schema.ts'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Icon } from '../../design/icon.tsx'
import { StateLine } from '../../design/note.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { AskButton } from '../parts/ask-button.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { LockSheet } from './lock-sheet.tsx'
import { attemptsQuery, locksQuery } from './property-queries.ts'
import { propertiesWords } from './words/properties-words.ts'

/** The locks of the home, and what came of the last tries to open them. */
export function Doors({ property }: { property: Property }): ReactNode {
  const words = useWords(propertiesWords)
  const desk = useDesk()
  const [editing, setEditing] = useState<Lock | 'new'>()
  const { data } = useQuery(locksQuery(desk, property.id))
  const locks = data?.items ?? []
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semibold">{words.doors.title}</h2>
      {data && locks.length === 0 ? <p className="text-soft">{words.doors.none}</p> : null}
      <ul className="grid gap-2 empty:hidden">
        {locks.map((lock) => (
          <LockRow key={lock.id} lock={lock} onRename={() => setEditing(lock)} />
        ))}
      </ul>
      <Button icon="plus" onClick={() => setEditing('new')}>
        {words.doors.add}
      </Button>
      <Attempts property={property} locks={locks} />
      {editing ? (
        <LockSheet
          property={property}
          lock={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </Card>
  )
}

function LockRow({ lock, onRename }: { lock: Lock; onRename(): void }): ReactNode {
  const words = useWords(propertiesWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const remove = useChange<Lock, unknown>({
    send: (each, key) => api.send(`${desk}/locks/${each.id}`, { method: 'DELETE', key }),
    onDone: () => void client.invalidateQueries({ queryKey: [id, 'property', lock.propertyId] }),
    said: () => words.doors.removed(lock.name),
  })
  return (
    <li className="grid gap-1 border-t border-line pt-2">
      <p className="flex items-center gap-2">
        <Icon name="door" className="size-5 text-soft" />
        <span className="min-w-0 flex-1 font-medium">{lock.name}</span>
      </p>
      <p className="text-small text-soft">
        {words.doors.providers[lock.provider]}
        {lock.provider === 'simulated' ? '' : ` · ${lock.deviceId}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`${words.doors.rename}: ${lock.name}`} onClick={onRename}>
          {words.doors.rename}
        </Button>
        <AskButton
          label={words.doors.remove}
          really={words.doors.reallyRemove}
          what={lock.name}
          busy={remove.isPending}
          onYes={() => remove.mutate(change(lock))}
        />
      </div>
    </li>
  )
}

const TONES: Partial<Record<DoorAttempt['outcome'], 'good' | 'danger' | 'warn'>> = {
  opened: 'good',
  failed: 'danger',
  offline: 'danger',
  uncertain: 'warn',
}

function Attempts({ property, locks }: { property: Property; locks: readonly Lock[] }): ReactNode {
  const words = useWords(propertiesWords)
  const { format } = useLanguage()
  const desk = useDesk()
  const attempts = useQuery(attemptsQuery(desk, property.id)).data?.items ?? []
  if (attempts.length === 0) return null
  const timezone = property.timezone ?? desk.timezone
  return (
    <section aria-label={words.doors.attempts} className="grid gap-2 border-t border-line pt-3">
      <h3 className="text-small font-medium text-soft">{words.doors.attempts}</h3>
      <ul className="grid gap-2">
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            <StateLine
              tone={TONES[attempt.outcome] ?? 'plain'}
              icon={attempt.outcome === 'opened' ? 'check' : attempt.outcome === 'running' ? 'spinner' : 'alert'}
            >
              {words.doors.outcomes[attempt.outcome]}
            </StateLine>
            <p className="text-small text-soft">
              <Joined
                parts={[
                  locks.find(({ id }) => id === attempt.lockId)?.name,
                  format.briefAt(attempt.startedAt, timezone),
                ]}
              />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
