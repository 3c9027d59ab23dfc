import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { WorkProfile, WorkProfileUpdate } from '../../../../src/modules/workforce/work-profile.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { profileQuery } from './people-queries.ts'
import { UsualWeekSheet } from './usual-week-sheet.tsx'
import { nameOfWeekday, WEEKDAYS } from './weekdays.ts'
import { peopleWords } from './words/people-words.ts'

/** When somebody usually works. */
export function UsualWeek({ membershipId }: { membershipId: string }): ReactNode {
  const words = useWords(peopleWords)
  const { language, format } = useLanguage()
  const { may } = useRole()
  const [isEditing, setEditing] = useState(false)
  const { data: profile } = useQuery(profileQuery(useDesk(), membershipId))
  const { save, isBusy } = useSave(membershipId, () => setEditing(false))
  if (!profile) return null
  const shifts = profile.shifts ?? []
  const says = profile.shifts === null ? words.hours.unknown : shifts.length === 0 ? words.hours.neverWorks : undefined
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semibold">{words.hours.title}</h2>
      {says === undefined ? null : <p className="text-soft">{says}</p>}
      <dl className="grid gap-1 empty:hidden">
        {WEEKDAYS.map((weekday) => {
          const own = shifts.filter((shift) => shift.weekday === weekday)
          if (own.length === 0) return null
          return (
            <div key={weekday} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2">
              <dt className="text-soft">{nameOfWeekday(weekday, language)}</dt>
              <dd className="font-medium">
                {own.map(({ startsAt, endsAt }) => `${format.time(startsAt)} – ${format.time(endsAt)}`).join(', ')}
              </dd>
            </div>
          )
        })}
      </dl>
      {shifts.length > 0 ? (
        <p className="text-small text-soft">
          {words.hours.timezone}: {profile.timezoneInForce}
        </p>
      ) : null}
      {may('manager') ? (
        <Button icon="pen" onClick={() => setEditing(true)}>
          {words.hours.edit}
        </Button>
      ) : null}
      {isEditing ? (
        <UsualWeekSheet profile={profile} isBusy={isBusy} onSave={save} onClose={() => setEditing(false)} />
      ) : null}
    </Card>
  )
}

function useSave(membershipId: string, onSaved: () => void) {
  const words = useWords(peopleWords)
  const client = useQueryClient()
  const desk = useDesk()
  const { queryKey } = profileQuery(desk, membershipId)
  const mutation = useChange<{ changes: WorkProfileUpdate; seen?: WorkProfile }, WorkProfile>({
    send: ({ changes }, key) =>
      desk.api.send(`${desk.desk}/members/${membershipId}/work-profile`, { method: 'PATCH', body: changes, key }),
    onDone(after) {
      client.setQueryData(queryKey, after)
      for (const list of ['workload', 'people']) void client.invalidateQueries({ queryKey: [desk.id, list] })
      onSaved()
    },
    said: () => words.saved,
    undo: (_, { seen, changes }) => {
      if (!seen) return undefined
      const before = { shifts: seen.shifts, skillIds: seen.skillIds }
      const fields = Object.entries(before).filter(([field]) => field in changes)
      return () => mutation.mutate(change({ changes: Object.fromEntries(fields) }))
    },
  })
  return {
    save: (seen: WorkProfile, changes: WorkProfileUpdate) => mutation.mutate(change({ seen, changes })),
    isBusy: mutation.isPending,
  }
}
