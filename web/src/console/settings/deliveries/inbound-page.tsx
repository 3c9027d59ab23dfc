import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DeliveryOutline } from '../../../../../src/modules/inbound/delivery.schema.ts'
import { Icon } from '../../../design/icon.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { SettingsList } from '../settings-list.tsx'
import { settingsWords } from '../words/settings-words.ts'
import { DeliveryState } from './delivery-state.tsx'
import { INBOUND_STATES, parseInboundFilters, type InboundFilters } from './inbound-filters.ts'
import { deliveriesWords } from './words/deliveries-words.ts'

const route = getRouteApi('/$workspaceId/frame/settings/deliveries')

/** What outside systems have sent, and what became of it. */
export function InboundPage(): ReactNode {
  const words = useWords(deliveriesWords)
  const { about } = useWords(settingsWords)
  const { id, desk } = useDesk()
  const navigate = useNavigate()
  const filters = parseInboundFilters(route.useSearch())
  const list = usePaged<DeliveryOutline>([id, 'inbound-deliveries'], `${desk}/inbound-deliveries`, { ...filters })
  // Of those that are shown, and the one that is chosen: there is no list of all senders, and it would be mostly empty.
  const senders = [
    ...new Set([...(list.items ?? []).map(({ sender }) => sender), ...(filters.sender ? [filters.sender] : [])]),
  ]
  const narrow = (next: InboundFilters): void =>
    void navigate({
      to: '/$workspaceId/settings/deliveries',
      params: { workspaceId: id },
      search: parseInboundFilters({ ...filters, ...next }),
      replace: true,
    })
  return (
    <SettingsList
      title={words.inbound.title}
      text={about.deliveries}
      list={list}
      empty={{ icon: 'arrowRight', title: words.inbound.none, text: words.inbound.noneText }}
      before={
        <div className="flex flex-wrap gap-2">
          <FilterSelect
            label={words.anyStatus}
            value={filters.status}
            options={INBOUND_STATES.map((value) => ({ value, label: words.states[value] }))}
            onChoose={(status) => narrow({ status })}
          />
          <FilterSelect
            label={words.anySender}
            value={filters.sender}
            options={senders.toSorted().map((value) => ({ value, label: value }))}
            onChoose={(sender) => narrow({ sender })}
          />
        </div>
      }
      renderRow={(delivery) => <InboundRow delivery={delivery} />}
    />
  )
}

function InboundRow({ delivery }: { delivery: DeliveryOutline }): ReactNode {
  const { format } = useLanguage()
  const { id, timezone } = useDesk()
  const { sender, kind, status, outcome, error, receivedAt } = delivery
  return (
    <Link
      to="/$workspaceId/settings/deliveries/$deliveryId"
      params={{ workspaceId: id, deliveryId: delivery.id }}
      className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 shadow-card hover:border-edge"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{sender}</span>
          <span>{kind}</span>
          <DeliveryState status={status} />
        </span>
        <span className="text-small text-soft">{format.momentAt(receivedAt, timezone)}</span>
        <span className={`text-small empty:hidden ${error === null ? 'text-soft' : 'text-danger-text'}`}>
          {error ?? outcome}
        </span>
      </span>
      <Icon name="chevronRight" className="size-5 text-soft" />
    </Link>
  )
}
