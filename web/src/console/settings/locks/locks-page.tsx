import { useState, type ReactNode } from 'react'
import type { Lock } from '../../../../../src/modules/locks/lock.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { useDesk, useRole } from '../../shell/console-context.ts'
import { change } from '../../shell/use-change.ts'
import { useProperties } from '../../tasks/lookup-queries.ts'
import { SettingsList } from '../settings-list.tsx'
import { useRemoval } from '../use-save.ts'
import { settingsWords } from '../words/settings-words.ts'
import { DoorAttempts } from './door-attempts.tsx'
import { LockSheet } from './lock-sheet.tsx'
import { SeamAccount } from './seam-account.tsx'
import { SimulatedBehaviour } from './simulated-behaviour.tsx'
import { locksWords } from './words/locks-words.ts'

/** The doors that guests open by their link. */
export function LocksPage(): ReactNode {
  const words = useWords(locksWords)
  const { about } = useWords(settingsWords)
  const { id, desk } = useDesk()
  const { may } = useRole()
  const [shown, setShown] = useState<Lock | 'new'>()
  const list = usePaged<Lock>([id, 'locks'], `${desk}/locks`)
  return (
    <SettingsList
      title={words.title}
      text={about.locks}
      list={list}
      make={{ label: words.make, onMake: () => setShown('new') }}
      empty={{ icon: 'door', title: words.none, text: words.noneText }}
      before={may('admin') ? <SeamAccount /> : null}
      renderRow={(lock) => <LockRow lock={lock} onEdit={() => setShown(lock)} />}
    >
      <DoorAttempts locks={list.items ?? []} />
      {shown ? <LockSheet lock={shown === 'new' ? undefined : shown} onClose={() => setShown(undefined)} /> : null}
    </SettingsList>
  )
}

function LockRow({ lock, onEdit }: { lock: Lock; onEdit(): void }): ReactNode {
  const words = useWords(locksWords)
  const { edit } = useWords(settingsWords)
  const home = useProperties().find(({ id }) => id === lock.propertyId)
  const remove = useRemoval<Lock>({ list: 'locks', path: 'locks', said: ({ name }) => words.removed(name) })
  const what = `${lock.name}, ${home?.name ?? ''}`
  return (
    <Card className="flex flex-wrap items-end gap-3 p-4">
      <div className="min-w-0 flex-1 basis-52 self-center">
        <h2 className="font-semibold">
          <bdi>{home?.name}</bdi>{' '}
          <span className="font-normal">
            · <bdi>{lock.name}</bdi>
          </span>
        </h2>
        <p className="text-small text-soft">{words.providers[lock.provider]}</p>
      </div>
      {lock.provider === 'simulated' ? <SimulatedBehaviour lock={lock} what={what} /> : null}
      <Button aria-label={`${edit}: ${what}`} onClick={onEdit}>
        {edit}
      </Button>
      <AskButton
        label={words.remove}
        really={words.reallyRemove}
        what={what}
        onYes={() => remove.mutate(change(lock))}
      />
    </Card>
  )
}
