import type { ReactNode } from 'react'
import { SelectField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { Segments } from '../parts/segments.tsx'
import { CHANNELS, parseInbox, VIEWS, type InboxFilters } from './inbox-filters.ts'
import { inboxWords } from './words/inbox-words.ts'

interface InboxFilterBarProps {
  filters: InboxFilters
  onChange(filters: InboxFilters): void
}

/** Which conversations are shown. All of it is in the address. */
export function InboxFilterBar({ filters, onChange }: InboxFilterBarProps): ReactNode {
  const words = useWords(inboxWords)
  const set = (changes: Record<string, unknown>): void => onChange(parseInbox({ ...filters, ...changes }))
  const { view = 'open' } = filters
  return (
    <div className="grid gap-2 px-4 pb-1 lg:px-6">
      <SearchField
        id="inbox-search"
        label={words.searchLabel}
        placeholder={words.searchPlaceholder}
        text={filters.q ?? ''}
        isWide
        onSearch={(q) => set({ q })}
      />
      <Segments
        label={words.viewsLabel}
        options={(['waiting', 'open', 'closed'] as const).map((value) => ({ value, label: words.views[value] }))}
        value={view}
        onChoose={(value) => set({ view: value === 'open' ? undefined : value })}
      />
      <details className="group" open={hasMore(filters)}>
        <summary className="flex min-h-11 cursor-pointer items-center rounded-control text-small font-semibold text-accent-text">
          {words.moreFilters}
        </summary>
        <div className="grid gap-2">
          <SelectField
            label={words.stateLabel}
            isLabelHidden
            value={view}
            onChange={({ target }) => set({ view: target.value })}
          >
            {VIEWS.map((value) => (
              <option key={value} value={value}>
                {words.views[value]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={words.channelLabel}
            isLabelHidden
            value={filters.channel ?? ''}
            onChange={({ target }) => set({ channel: target.value })}
          >
            <option value="">{words.everyChannel}</option>
            {CHANNELS.map((channel) => (
              <option key={channel} value={channel}>
                {words.channels[channel]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={words.whoLabel}
            isLabelHidden
            value={filters.who ?? ''}
            onChange={({ target }) => set({ who: target.value })}
          >
            <option value="">{words.everybody}</option>
            <option value="me">{words.mine}</option>
            <option value="nobody">{words.nobodys}</option>
          </SelectField>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={filters.unread === true}
              onChange={({ target }) => set({ unread: target.checked })}
            />
            {words.onlyUnread}
          </label>
        </div>
      </details>
    </div>
  )
}

function hasMore({ view, channel, who, unread }: InboxFilters): boolean {
  return view === 'snoozed' || view === 'all' || channel !== undefined || who !== undefined || unread === true
}
