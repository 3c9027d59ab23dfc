import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Preferences } from '../../../../src/modules/notifications/preference.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { TickField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { change, useChange } from '../shell/use-change.ts'
import { LeaveCard } from './leave-card.tsx'
import { PasswordSheet } from './password-sheet.tsx'
import { settingsWords } from './words/settings-words.ts'

type Kind = keyof Preferences
type Channel = keyof Preferences[Kind]
const CHANNELS = ['inApp', 'email'] as const satisfies readonly Channel[]

/** What one wants to hear of, and how: the page behind the last line of every mail, and behind one's own name. */
export function PreferencesPage(): ReactNode {
  const words = useWords(settingsWords)
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const [isChanging, setChanging] = useState(false)
  const queryKey = [id, 'notification-preferences']
  const path = `${desk}/notification-preferences`
  const { data, isPending, error, refetch } = useQuery({ queryKey, queryFn: () => api.read<Preferences>(path) })
  const save = useChange<{ kind: Kind; channel: Channel; isOn: boolean }, Preferences>({
    show({ kind, channel, isOn }) {
      if (!data) return undefined
      client.setQueryData(queryKey, { ...data, [kind]: { ...data[kind], [channel]: isOn } })
      return () => client.setQueryData(queryKey, data)
    },
    send: ({ kind, channel, isOn }, key) =>
      api.send(path, { method: 'PATCH', body: { [kind]: { [channel]: isOn } }, key }),
    onDone: (result) => client.setQueryData(queryKey, result),
  })
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader
        title={words.preferences.title}
        actions={<Button onClick={() => setChanging(true)}>{words.password.title}</Button>}
      />
      <div className="grid max-w-2xl gap-3 px-4 pb-16 lg:px-6">
        {isPending ? <Waiting /> : null}
        {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
        {data
          ? (Object.keys(data) as Kind[]).map((kind) => (
              <Card key={kind} className="p-4">
                <fieldset className="flex flex-wrap items-center gap-x-6">
                  <legend className="float-left mr-auto font-semibold">{words.preferences.kinds[kind]}</legend>
                  {/* They stay beside each other where the name needs a line of its own. */}
                  <div className="flex gap-x-6">
                    {CHANNELS.map((channel) => (
                      <TickField
                        key={channel}
                        label={words.preferences.channels[channel]}
                        checked={data[kind][channel]}
                        onChange={({ target }) => save.mutate(change({ kind, channel, isOn: target.checked }))}
                      />
                    ))}
                  </div>
                </fieldset>
              </Card>
            ))
          : null}
        <LeaveCard />
      </div>
      {isChanging ? <PasswordSheet onClose={() => setChanging(false)} /> : null}
    </div>
  )
}
