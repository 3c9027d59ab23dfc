import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditRecord } from '../../../../../src/modules/identity/audit.schema.ts'
import type { Member } from '../../../../../src/modules/identity/member.schema.ts'
import { Button } from '../../../design/button.tsx'
import { NamedOptions, SelectField } from '../../../design/field.tsx'
import { useWords } from '../../../language/language.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Empty } from '../../parts/empty.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { areTurned } from '../../parts/turned-days.ts'
import { partsWords } from '../../parts/words/parts-words.ts'
import { useDesk } from '../../shell/console-context.ts'
import { useEverMembers } from '../../tasks/lookup-queries.ts'
import { Rows, SettingsPage } from '../settings-list.tsx'
import { settingsWords } from '../words/settings-words.ts'
import { parseAuditFilters, type AuditFilters } from './audit-filters.ts'
import { AuditRow } from './audit-row.tsx'
import { auditWords } from './words/audit-words.ts'

const route = getRouteApi('/$workspaceId/frame/settings/audit')

/** Who changed what, and when. */
export function AuditPage(): ReactNode {
  const words = useWords(auditWords)
  const { about } = useWords(settingsWords)
  const { id } = useDesk()
  const { turnedDays } = useWords(partsWords)
  const navigate = useNavigate()
  const members = useEverMembers()
  const filters = parseAuditFilters(route.useSearch())
  const fault = areTurned(filters.fromDate, filters.toDate) ? turnedDays : undefined
  const narrow = (next: AuditFilters): void =>
    void navigate({
      to: '/$workspaceId/settings/audit',
      params: { workspaceId: id },
      search: parseAuditFilters({ ...next }),
      replace: true,
    })
  return (
    <SettingsPage title={words.title} text={about.audit}>
      <FilterFields filters={filters} fault={fault} members={members} onChange={narrow} />
      {fault === undefined ? <Records filters={filters} /> : <Empty icon="search" title={words.none} text={fault} />}
    </SettingsPage>
  )
}

function Records({ filters }: { filters: AuditFilters }): ReactNode {
  const words = useWords(auditWords)
  const { id, desk } = useDesk()
  const list = usePaged<AuditRecord>([id, 'audit'], `${desk}/audit-log`, { ...filters })
  return (
    <Rows
      list={list}
      label={words.title}
      empty={{ icon: 'search', title: words.none, text: words.noneText }}
      renderRow={(entry) => <AuditRow entry={entry} />}
    />
  )
}

function FilterFields({
  filters,
  fault,
  members,
  onChange,
}: {
  filters: AuditFilters
  /** What is wrong with its days, if anything is. */
  fault: string | undefined
  members: readonly Member[]
  onChange(filters: AuditFilters): void
}): ReactNode {
  const words = useWords(auditWords)
  const gone = called(members, false)
  const things = Object.entries(words.things).toSorted(([, left], [, right]) => left.localeCompare(right))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-3 sm:grid-cols-2 2xl:grid-cols-4">
      <SelectField
        label={words.who}
        value={filters.actorId ?? ''}
        onChange={({ target }) => onChange({ ...filters, actorId: target.value })}
      >
        <option value="">{words.anybody}</option>
        <NamedOptions of={called(members, true)} />
        {gone.length === 0 ? null : (
          <optgroup label={words.gone}>
            <NamedOptions of={gone} />
          </optgroup>
        )}
      </SelectField>
      <SelectField
        label={words.what}
        value={filters.targetKind ?? ''}
        onChange={({ target }) => onChange({ ...filters, targetKind: target.value })}
      >
        <option value="">{words.anything}</option>
        {things.map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </SelectField>
      <DayField
        label={words.from}
        value={filters.fromDate ?? ''}
        onChange={(fromDate) => onChange({ ...filters, fromDate })}
      />
      <DayField
        label={words.until}
        value={filters.toDate ?? ''}
        fault={fault}
        onChange={(toDate) => onChange({ ...filters, toDate })}
      />
      {Object.keys(filters).length === 0 ? null : (
        <Button className="justify-self-start" onClick={() => onChange({})}>
          {words.clear}
        </Button>
      )}
    </div>
  )
}

function called(members: readonly Member[], active: boolean): { id: string; name: string }[] {
  return members
    .filter((member) => member.active === active)
    .map(({ userId, fullName }) => ({ id: userId, name: fullName }))
    .toSorted((left, right) => left.name.localeCompare(right.name))
}
