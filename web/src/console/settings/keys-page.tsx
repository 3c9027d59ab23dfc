import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ApiKey, ApiKeyCreate } from '../../../../src/modules/identity/api-key.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Message } from '../../design/message.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { RoleGate, Waiting } from '../shell/gate.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { change, useChange } from '../shell/use-change.ts'
import { KeySheet, type CreatedKey } from './key-sheet.tsx'
import { settingsWords } from './words/settings-words.ts'

/** Keys of programs: what each may do, and when it was last used. */
export function KeysPage(): ReactNode {
  return (
    <RoleGate needs="admin">
      <Keys />
    </RoleGate>
  )
}

function Keys(): ReactNode {
  const words = useWords(settingsWords)
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const [shown, setShown] = useState<CreatedKey | 'new'>()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [id, 'api-keys'],
    queryFn: ({ signal }) => api.read<{ items: ApiKey[] }>(`${desk}/api-keys`, { limit: 100 }, signal),
  })
  const again = (): void => void client.invalidateQueries({ queryKey: [id, 'api-keys'] })
  const make = useChange<ApiKeyCreate, CreatedKey>({
    send: (body, key) => api.send(`${desk}/api-keys`, { method: 'POST', body, key }),
    onDone(created) {
      setShown(created)
      again()
    },
  })
  const revoke = useChange<ApiKey, unknown>({
    send: (gone, key) => api.send(`${desk}/api-keys/${gone.id}`, { method: 'DELETE', key }),
    onDone: again,
    said: (_, { name }) => words.keys.revokedNow(name),
  })
  return (
    <div className="lg:overflow-y-auto">
      <PageHeader
        title={words.keys.title}
        actions={
          <Button look="primary" icon="plus" onClick={() => setShown('new')}>
            {words.keys.make}
          </Button>
        }
      />
      <div className="px-4 pb-16 lg:px-6">
        {isPending ? <Waiting /> : null}
        {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
        {data?.items.length === 0 ? <Message icon="key" title={words.keys.none} text={words.keys.noneText} /> : null}
        <ul className="grid gap-3">
          {data?.items.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => revoke.mutate(change(key))} />
          ))}
        </ul>
      </div>
      {shown ? (
        <KeySheet
          created={shown === 'new' ? undefined : shown}
          isBusy={make.isPending}
          onMake={(input) => make.mutate(change(input))}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </div>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(): void }): ReactNode {
  const words = useWords(settingsWords)
  const { format } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const { name, prefix, lastFour, scopes, lastUsedAt, revokedAt, expiresAt, integrationType } = apiKey
  const may = scopes.map((scope) => (scope === '*' ? words.keys.everything : words.scopes[scope]))
  return (
    <li>
      <Card className="grid gap-2 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold">{name}</h2>
          <Badge>{words.keys.kinds[integrationType].name}</Badge>
          {revokedAt === null ? null : <Badge tone="danger">{words.keys.revoked}</Badge>}
          <code className="font-mono text-small text-soft">
            {prefix}…{lastFour}
          </code>
          {revokedAt === null ? (
            <div className="ml-auto flex gap-2">
              {isAsking ? (
                <Button look="quiet" onClick={() => setAsking(false)}>
                  {words.keep}
                </Button>
              ) : null}
              <Button
                look="danger"
                aria-label={`${isAsking ? words.keys.reallyRevoke : words.keys.revoke}: ${name}`}
                onClick={isAsking ? onRevoke : () => setAsking(true)}
              >
                {isAsking ? words.keys.reallyRevoke : words.keys.revoke}
              </Button>
            </div>
          ) : null}
        </div>
        <p className="text-small text-soft">
          {lastUsedAt === null ? words.keys.neverUsed : words.keys.lastUsed(format.moment(lastUsedAt))}
          {expiresAt === null ? '' : ` · ${words.keys.until(format.moment(expiresAt))}`}
        </p>
        <p className="text-small">{may.join(' · ')}</p>
      </Card>
    </li>
  )
}
