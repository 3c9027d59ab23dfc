import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EventDelivery } from '../../../../../src/modules/automations/event-delivery.schema.ts'
import type { EventHook } from '../../../../../src/modules/automations/event-hook.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { Rows } from '../settings-list.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { deliveriesWords } from './words/deliveries-words.ts'

/** What the hook was told, and what it answered. */
export function HookDeliveries({ hook }: { hook: EventHook }): ReactNode {
  const { hooks } = useWords(deliveriesWords)
  const { id, desk } = useDesk()
  const path = `${desk}/event-hooks/${hook.id}/deliveries`
  const list = usePaged<EventDelivery>([id, 'hook-deliveries', hook.id], path)
  return (
    <Rows
      label={hooks.sent}
      list={list}
      empty={{ icon: 'send', title: hooks.nothingSent, text: hooks.nothingSentText }}
      renderRow={(delivery) => <DeliveryRow delivery={delivery} path={path} isActive={hook.active} />}
    />
  )
}

function DeliveryRow({
  delivery,
  path,
  isActive,
}: {
  delivery: EventDelivery
  path: string
  isActive: boolean
}): ReactNode {
  const words = useWords(deliveriesWords)
  const { format } = useLanguage()
  const { id, api, timezone } = useDesk()
  const client = useQueryClient()
  const { type, status, attempts, answerStatus, error, createdAt } = delivery
  const again = useChange<null, EventDelivery>({
    send: (_, key) => api.send(`${path}/${delivery.id}/replay`, { method: 'POST', key }),
    onDone: () => void client.invalidateQueries({ queryKey: [id, 'hook-deliveries'] }),
    said: () => words.hooks.sentAgain,
  })
  const facts = [
    format.momentAt(createdAt, timezone),
    words.tries(attempts),
    answerStatus === null ? '' : words.hooks.answered(String(answerStatus)),
  ]
  return (
    <Card className="flex flex-wrap items-center gap-3 px-4 py-2.5">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{type}</span>
          <DeliveryState status={status} />
        </p>
        <p className="text-small text-soft">{facts.filter(Boolean).join(' · ')}</p>
        {error === null ? null : <p className="text-small text-danger-text">{error}</p>}
      </div>
      {isActive && status !== 'pending' ? (
        <Button
          aria-label={`${words.hooks.sendAgain}: ${type}`}
          busy={again.isPending}
          onClick={() => again.mutate(change(null))}
        >
          {words.hooks.sendAgain}
        </Button>
      ) : null}
    </Card>
  )
}
