import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { InboundDelivery } from '../../../../../src/modules/inbound/delivery.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Card, Section } from '../../../design/card.tsx'
import { StateLine } from '../../../design/note.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { JsonBlock } from '../../parts/json-block.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { change, useChange } from '../../shell/use-change.ts'
import { SettingsPage } from '../settings-list.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { deliveriesWords } from './words/deliveries-words.ts'

const route = getRouteApi('/$workspaceId/frame/settings/deliveries/$deliveryId')

/** One delivery: what was sent, secrets masked, and what came of it. */
export function InboundDeliveryPage(): ReactNode {
  const words = useWords(deliveriesWords)
  const { deliveryId } = route.useParams()
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const queryKey = [id, 'inbound-deliveries', 'one', deliveryId]
  const path = `${desk}/inbound-deliveries/${deliveryId}`
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.read<InboundDelivery>(path, {}, signal),
  })
  const replay = useChange<null, InboundDelivery>({
    send: (_, key) => api.send(`${path}/replay`, { method: 'POST', key }),
    onDone(after) {
      client.setQueryData(queryKey, after)
      void client.invalidateQueries({ queryKey: [id, 'inbound-deliveries'], refetchType: 'none' })
    },
    said: () => words.inbound.replayed,
  })
  if (!data) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Waiting />
  return (
    <SettingsPage
      title={`${data.sender}: ${data.kind}`}
      text={words.inbound.replayHint}
      aside={<DeliveryState status={data.status} />}
      actions={
        data.status === 'pending' ? null : (
          <Button look="primary" busy={replay.isPending} onClick={() => replay.mutate(change(null))}>
            {words.inbound.replay}
          </Button>
        )
      }
    >
      <Outcome delivery={data} />
      <Section title={words.inbound.payload} aside={<p className="text-small text-soft">{words.inbound.masked}</p>}>
        <JsonBlock label={words.inbound.payload} value={data.payload} />
      </Section>
      <Section title={words.inbound.headers}>
        <JsonBlock label={words.inbound.headers} value={data.headers} />
      </Section>
    </SettingsPage>
  )
}

function Outcome({ delivery }: { delivery: InboundDelivery }): ReactNode {
  const words = useWords(deliveriesWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const facts = [
    [words.received, format.momentAt(delivery.receivedAt, timezone)],
    [words.finished, delivery.finishedAt === null ? undefined : format.momentAt(delivery.finishedAt, timezone)],
    [words.inbound.outcome, delivery.outcome],
    [words.inbound.theirName, delivery.externalId],
  ].filter(([, value]) => value)
  return (
    <Card className="grid gap-3 p-4">
      {delivery.error === null ? null : (
        <StateLine tone="danger" icon="alert">
          {delivery.error} ({words.tries(delivery.attempts)})
        </StateLine>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-small text-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
