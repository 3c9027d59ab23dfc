import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { LockConnection } from '../../../../../src/modules/locks/lock-connection.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { LineField } from '../../../design/field.tsx'
import { Icon } from '../../../design/icon.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { locksWords } from './words/locks-words.ts'

/** The account through which smart locks are reached. Its key goes in and never comes out. */
export function SeamAccount(): ReactNode {
  const { account } = useWords(locksWords)
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const path = `${desk}/lock-connections/seam`
  const queryKey = [id, 'lock-connection']
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api.read<LockConnection>(path, {}, signal) })
  const set = useChange<string | null, LockConnection>({
    send: (apiKey, key) => api.send(path, { method: 'PUT', body: { apiKey }, key }),
    onDone(after) {
      client.setQueryData(queryKey, after)
      setAsking(false)
    },
    said: ({ lastFour }) => (lastFour === null ? account.forgotten : account.connected),
  })
  const lastFour = data?.lastFour ?? null
  return (
    <Card className="flex flex-wrap items-center gap-3 p-4">
      <Icon name="key" className="size-5 text-accent-text" />
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="font-semibold">{account.title}</h2>
        <p className="text-small text-soft">
          {data ? (lastFour === null ? account.none : account.here(lastFour)) : '…'}
        </p>
      </div>
      <Button onClick={() => setAsking(true)}>{lastFour === null ? account.connect : account.replace}</Button>
      {lastFour === null ? null : (
        <AskButton
          label={account.forget}
          really={account.reallyForget}
          what={account.title}
          onYes={() => set.mutate(change(null))}
        />
      )}
      {isAsking ? (
        <KeySheet isBusy={set.isPending} onSet={(key) => set.mutate(change(key))} onClose={() => setAsking(false)} />
      ) : null}
    </Card>
  )
}

interface KeySheetProps {
  isBusy: boolean
  onSet(apiKey: string): void
  onClose(): void
}

function KeySheet({ isBusy, onSet, onClose }: KeySheetProps): ReactNode {
  const { account } = useWords(locksWords)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    onSet(String(new FormData(event.currentTarget).get('key')).trim())
  }
  return (
    <Sheet title={account.title} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField
          label={account.key}
          hint={account.keyHint}
          name="key"
          type="password"
          autoComplete="off"
          required
          pattern="seam_[A-Za-z0-9_]+"
          maxLength={200}
        />
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {account.connect}
        </Button>
      </form>
    </Sheet>
  )
}
