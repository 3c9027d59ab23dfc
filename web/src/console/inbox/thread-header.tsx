import { useState, type ReactNode } from 'react'
import type { Conversation } from '../../../../src/modules/conversations/conversation.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Icon, type IconName } from '../../design/icon.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { Picker } from '../parts/picker.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useKeys } from '../shell/keyboard.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { usePeople } from '../tasks/lookup-queries.ts'
import { channelIcon } from './channel-icon.ts'
import type { useConversationChange } from './conversation-changes.ts'
import { SNOOZES, snoozeUntil, type Snooze } from './snooze.ts'
import { inboxWords } from './words/inbox-words.ts'

interface ThreadHeaderProps {
  conversation: Conversation
  onBack(): void
  onChange: ReturnType<typeof useConversationChange>
  onToggle(): void
  onUnread(): void
  onAside(): void
}

const NOBODY = 'nobody'

/** Who it is with, and what can be done about it. */
export function ThreadHeader(props: ThreadHeaderProps): ReactNode {
  const { conversation, onBack, onChange, onToggle, onUnread, onAside } = props
  const words = useWords(inboxWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const [picking, setPicking] = useState<'assign' | 'snooze'>()
  const { channel, contactName, subject, status, snoozedUntil, assigneeName } = conversation
  const isClosed = status === 'closed'
  useKeys(
    { a: () => setPicking('assign'), h: () => setPicking('snooze') },
    { a: words.keys.assign, h: words.keys.snooze },
  )
  return (
    <header className="grid grid-cols-1 gap-1 border-b border-line px-4 pt-3 pb-2 lg:px-6">
      <div className="flex items-center gap-2">
        <button
          type="button"
          className="-ml-2 grid size-11 place-items-center rounded-control hover:bg-sunken lg:hidden"
          aria-label={words.back}
          onClick={onBack}
        >
          <Icon name="chevronLeft" />
        </button>
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-lead font-semibold">{contactName ?? words.unknown}</h1>
          <p className="flex items-center gap-1.5 truncate text-small text-soft">
            <Icon name={channelIcon(channel)} className="size-4" />
            <span className="truncate">
              <Joined parts={[words.channels[channel], subject]} />
            </span>
          </p>
        </div>
        {snoozedUntil === null ? null : (
          <Badge tone="info">{words.until(format.recentAt(snoozedUntil, timezone))}</Badge>
        )}
        <Button look={isClosed ? 'secondary' : 'tinted'} icon={isClosed ? 'retry' : 'check'} onClick={onToggle}>
          {isClosed ? words.reopen : words.close}
        </Button>
      </div>
      <div className="-mx-2 flex flex-wrap">
        <Act icon="user" label={assigneeName ?? words.assign} onClick={() => setPicking('assign')} />
        <Act icon="moon" label={words.snooze} onClick={() => setPicking('snooze')} />
        <Act icon="mail" label={words.markUnread} onClick={onUnread} />
        <span className="xl:hidden">
          <Act icon="book" label={words.details} onClick={onAside} />
        </span>
      </div>
      {picking === 'assign' ? (
        <AssignPicker conversation={conversation} onChange={onChange} onClose={() => setPicking(undefined)} />
      ) : null}
      {picking === 'snooze' ? (
        <SnoozePicker conversation={conversation} onChange={onChange} onClose={() => setPicking(undefined)} />
      ) : null}
    </header>
  )
}

function Act({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }): ReactNode {
  return (
    <button
      type="button"
      className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 text-small font-medium hover:bg-sunken"
      onClick={onClick}
    >
      <Icon name={icon} className="size-4 text-soft" />
      <span className="max-w-32 truncate">{label}</span>
    </button>
  )
}

type PickerProps = Pick<ThreadHeaderProps, 'conversation' | 'onChange'> & { onClose(): void }

function AssignPicker({ conversation, onChange, onClose }: PickerProps): ReactNode {
  const words = useWords(inboxWords)
  const shell = useWords(shellWords)
  const { user } = useDesk()
  const people = usePeople().filter(({ kind }) => kind === 'user')
  const options = [
    { value: user.id, label: words.me, isChosen: conversation.assigneeId === user.id },
    { value: NOBODY, label: words.nobody, isChosen: conversation.assigneeId === null },
    ...people
      .filter(({ id }) => id !== user.id)
      .map(({ id, name }) => ({ value: id, label: name, isChosen: id === conversation.assigneeId })),
  ]
  return (
    <Picker
      title={words.assign}
      placeholder={shell.search}
      none={shell.none}
      options={options}
      onClose={onClose}
      onPick={(value) =>
        onChange({
          conversation,
          changes: { assigneeId: value === NOBODY ? null : value },
          said: words.assignedTo(options.find((option) => option.value === value)?.label ?? ''),
        })
      }
    />
  )
}

function SnoozePicker({ conversation, onChange, onClose }: PickerProps): ReactNode {
  const words = useWords(inboxWords)
  const shell = useWords(shellWords)
  const { timezone } = useDesk()
  const { format } = useLanguage()
  const [now] = useState(() => new Date())
  const until = (snooze: Snooze): string => snoozeUntil(snooze, now, timezone).toISOString()
  const options = SNOOZES.map((value) => ({
    value,
    label: words.snoozes[value],
    hint: format.briefAt(until(value), timezone),
  }))
  return (
    <Picker
      title={words.snooze}
      placeholder={shell.search}
      none={shell.none}
      options={options}
      onClose={onClose}
      onPick={(value) => {
        const snoozedUntil = until(value as Snooze)
        const said = words.snoozedNow(format.recentAt(snoozedUntil, timezone))
        onChange({ conversation, changes: { status: 'snoozed', snoozedUntil }, said })
      }}
    />
  )
}
