import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { EventHook } from '../../../../../src/modules/automations/event-hook.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Icon } from '../../../design/icon.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { SettingsList } from '../settings-list.tsx'
import { settingsWords } from '../words/settings-words.ts'
import { HookSheet } from './hook-sheet.tsx'
import { deliveriesWords } from './words/deliveries-words.ts'

/** Addresses that are told when something happens. */
export function HooksPage(): ReactNode {
  const { hooks } = useWords(deliveriesWords)
  const { about } = useWords(settingsWords)
  const { id, desk } = useDesk()
  const [isMaking, setMaking] = useState(false)
  const list = usePaged<EventHook>([id, 'event-hooks', 'list'], `${desk}/event-hooks`)
  return (
    <SettingsList
      title={hooks.title}
      text={about.hooks}
      list={list}
      make={{ label: hooks.make, onMake: () => setMaking(true) }}
      empty={{ icon: 'send', title: hooks.none, text: hooks.noneText }}
      renderRow={(hook) => <HookRow hook={hook} />}
    >
      {isMaking ? <HookSheet onClose={() => setMaking(false)} /> : null}
    </SettingsList>
  )
}

function HookRow({ hook }: { hook: EventHook }): ReactNode {
  const { hooks } = useWords(deliveriesWords)
  const { format } = useLanguage()
  const { id, timezone } = useDesk()
  const delivered =
    hook.lastDeliveredAt === null
      ? hooks.neverDelivered
      : hooks.lastDelivered(format.momentAt(hook.lastDeliveredAt, timezone))
  return (
    <Link
      to="/$workspaceId/settings/hooks/$hookId"
      params={{ workspaceId: id, hookId: hook.id }}
      className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 shadow-card hover:border-edge"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{hook.description ?? new URL(hook.url).host}</span>
          <HookState hook={hook} />
        </span>
        <span className="text-small">{hook.url}</span>
        <span className="text-small text-soft">{delivered}</span>
      </span>
      <Icon name="chevronRight" className="size-5 text-soft" />
    </Link>
  )
}

export function HookState({ hook }: { hook: EventHook }): ReactNode {
  const { hooks } = useWords(deliveriesWords)
  if (!hook.active) return <Badge tone="warn">{hooks.paused}</Badge>
  if (hook.failingSince !== null) return <Badge tone="danger">{hooks.failing}</Badge>
  return <Badge tone="good">{hooks.active}</Badge>
}
