import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { EventHook } from '../../../../../src/modules/automations/event-hook.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Card, Section } from '../../../design/card.tsx'
import { StateLine } from '../../../design/note.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { change, useChange } from '../../shell/use-change.ts'
import { SecretOnce } from '../secret-once.tsx'
import { SettingsPage } from '../settings-list.tsx'
import { useRemoval, useSave } from '../use-save.ts'
import { HookDeliveries } from './hook-deliveries.tsx'
import type { HookWithSecret } from './hook-sheet.tsx'
import { HookState } from './hooks-page.tsx'
import { deliveriesWords } from './words/deliveries-words.ts'

const route = getRouteApi('/$workspaceId/frame/settings/hooks/$hookId')

export function HookPage(): ReactNode {
  const { hookId } = route.useParams()
  const { id, api, desk } = useDesk()
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'event-hooks', 'one', hookId],
    queryFn: ({ signal }) => api.read<EventHook>(`${desk}/event-hooks/${hookId}`, {}, signal),
  })
  if (data) return <Hook hook={data} />
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Waiting />
}

function Hook({ hook }: { hook: EventHook }): ReactNode {
  const { hooks } = useWords(deliveriesWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const name = hook.description ?? new URL(hook.url).host
  return (
    <SettingsPage title={name} aside={<HookState hook={hook} />} actions={<HookActions hook={hook} name={name} />}>
      <Card className="grid gap-3 p-4">
        {hook.pausedReason === null ? null : (
          <StateLine tone="warn" icon="alert">
            {hook.pausedReason}
          </StateLine>
        )}
        {hook.failingSince === null ? null : (
          <StateLine tone="danger" icon="alert">
            {hooks.failingSince(format.momentAt(hook.failingSince, timezone))}
          </StateLine>
        )}
        <div>
          <p className="text-small text-soft">{hooks.url}</p>
          <p>{hook.url}</p>
        </div>
        <div>
          <p className="text-small text-soft">{hooks.events}</p>
          <p>{hook.events.map((event) => (event === '*' ? hooks.everything : event)).join(', ')}</p>
        </div>
      </Card>
      <Section title={hooks.sent}>
        <HookDeliveries hook={hook} />
      </Section>
    </SettingsPage>
  )
}

function HookActions({ hook, name }: { hook: EventHook; name: string }): ReactNode {
  const { hooks } = useWords(deliveriesWords)
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [rotated, setRotated] = useState<HookWithSecret>()
  const pause = useSave<{ active: boolean }, EventHook>(hook, {
    list: 'event-hooks',
    path: 'event-hooks',
    said: ({ active }) => (active ? hooks.isResumed : hooks.isPaused),
  })
  const rotate = useChange<null, HookWithSecret>({
    send: (_, key) => api.send(`${desk}/event-hooks/${hook.id}/rotate-secret`, { method: 'POST', key }),
    onDone(after) {
      setRotated(after)
      void client.invalidateQueries({ queryKey: [id, 'event-hooks'] })
    },
    said: () => hooks.rotated,
  })
  const remove = useRemoval<EventHook>({
    list: 'event-hooks',
    path: 'event-hooks',
    said: () => hooks.removed,
    onDone: () => void navigate({ to: '/$workspaceId/settings/hooks', params: { workspaceId: id } }),
  })
  return (
    <>
      <Button busy={pause.isPending} onClick={() => pause.mutate(change({ active: !hook.active }))}>
        {hook.active ? hooks.pause : hooks.resume}
      </Button>
      <AskButton
        label={hooks.rotate}
        really={hooks.reallyRotate}
        what={name}
        busy={rotate.isPending}
        onYes={() => rotate.mutate(change(null))}
      />
      <AskButton
        label={hooks.remove}
        really={hooks.reallyRemove}
        what={name}
        onYes={() => remove.mutate(change(hook))}
      />
      {rotated ? (
        <Sheet title={hooks.rotate} isOpen onClose={() => setRotated(undefined)} isHeld={rotated.secret !== null}>
          <SecretOnce
            label={hooks.secret}
            once={hooks.once}
            lost={hooks.lost}
            value={rotated.secret}
            onClose={() => setRotated(undefined)}
          />
        </Sheet>
      ) : null}
    </>
  )
}
