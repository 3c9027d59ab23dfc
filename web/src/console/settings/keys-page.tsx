import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ApiKey, ApiKeyCreate } from '../../../../src/modules/identity/api-key.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { useWords } from '../../language/language.tsx'
import { AskButton } from '../parts/ask-button.tsx'
import { useMoment } from '../parts/moment.ts'
import { usePaged } from '../parts/paged.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { KeySheet, type CreatedKey } from './key-sheet.tsx'
import { SettingsList } from './settings-list.tsx'
import { settingsWords } from './words/settings-words.ts'

/** Keys of programs: what each may do, and when it was last used. */
export function KeysPage(): ReactNode {
  const words = useWords(settingsWords)
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const [shown, setShown] = useState<CreatedKey | 'new'>()
  const list = usePaged<ApiKey>([id, 'api-keys'], `${desk}/api-keys`)
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
    <SettingsList
      title={words.keys.title}
      text={words.about.keys}
      list={list}
      make={{ label: words.keys.make, onMake: () => setShown('new') }}
      empty={{ icon: 'key', title: words.keys.none, text: words.keys.noneText }}
      renderRow={(key) => <KeyRow apiKey={key} onRevoke={() => revoke.mutate(change(key))} />}
    >
      {shown ? (
        <KeySheet
          created={shown === 'new' ? undefined : shown}
          isBusy={make.isPending}
          onMake={(input) => make.mutate(change(input))}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </SettingsList>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(): void }): ReactNode {
  const words = useWords(settingsWords)
  const moment = useMoment()
  const { name, prefix, lastFour, scopes, lastUsedAt, revokedAt, expiresAt, integrationType } = apiKey
  const may = scopes.map((scope) => (scope === '*' ? words.keys.everything : words.scopes[scope]))
  return (
    <Card className="flex flex-wrap items-start gap-3 p-4">
      <div className="grid min-w-0 flex-1 basis-64 gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold">{name}</h2>
          <Badge>{words.keys.kinds[integrationType].name}</Badge>
          {revokedAt === null ? null : <Badge tone="danger">{words.keys.revoked}</Badge>}
          <code className="font-mono text-small text-soft">
            {prefix}…{lastFour}
          </code>
        </div>
        <p className="text-small text-soft">
          {lastUsedAt === null ? words.keys.neverUsed : words.keys.lastUsed(moment(lastUsedAt))}
          {expiresAt === null ? '' : ` · ${words.keys.until(moment(expiresAt))}`}
        </p>
        <p className="text-small">{may.join(' · ')}</p>
      </div>
      {revokedAt === null ? (
        <AskButton label={words.keys.revoke} really={words.keys.reallyRevoke} what={name} onYes={onRevoke} />
      ) : null}
    </Card>
  )
}
