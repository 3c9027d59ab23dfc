import { useState, type ReactNode } from 'react'
import type { DepartmentDetails } from '../../../../../src/modules/identity/department.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Joined } from '../../../design/joined.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change } from '../../shell/use-change.ts'
import { usePeople } from '../../tasks/lookup-queries.ts'
import { SettingsList } from '../settings-list.tsx'
import { useRemoval } from '../use-save.ts'
import { settingsWords } from '../words/settings-words.ts'
import { DepartmentSheet } from './department-sheet.tsx'
import { departmentsWords } from './words/departments-words.ts'

/** Who looks after what, and whom new work goes to. */
export function DepartmentsPage(): ReactNode {
  const words = useWords(departmentsWords)
  const { about } = useWords(settingsWords)
  const { id, desk } = useDesk()
  const [shown, setShown] = useState<DepartmentDetails | 'new'>()
  const list = usePaged<DepartmentDetails>([id, 'departments', 'details'], `${desk}/departments`)
  const remove = useRemoval<DepartmentDetails>({
    list: 'departments',
    path: 'departments',
    said: ({ name }) => words.removed(name),
  })
  return (
    <SettingsList
      title={words.title}
      text={about.departments}
      list={list}
      make={{ label: words.make, onMake: () => setShown('new') }}
      empty={{ icon: 'flag', title: words.none, text: words.noneText }}
      renderRow={(department) => (
        <DepartmentRow
          department={department}
          onEdit={() => setShown(department)}
          onRemove={() => remove.mutate(change(department))}
        />
      )}
    >
      {shown ? (
        <DepartmentSheet department={shown === 'new' ? undefined : shown} onClose={() => setShown(undefined)} />
      ) : null}
    </SettingsList>
  )
}

interface DepartmentRowProps {
  department: DepartmentDetails
  onEdit(): void
  onRemove(): void
}

function DepartmentRow({ department, onEdit, onRemove }: DepartmentRowProps): ReactNode {
  const words = useWords(departmentsWords)
  const { edit } = useWords(settingsWords)
  const people = usePeople()
  const { name, kind, defaultAssignees } = department
  const names = defaultAssignees.flatMap(
    ({ membershipId }) => people.find((person) => person.membershipId === membershipId)?.name ?? [],
  )
  return (
    <Card className="flex flex-wrap items-center gap-3 p-4">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold">{name}</h2>
          <Badge tone={kind === 'field_ops' ? 'good' : 'plain'}>{words.kinds[kind].name}</Badge>
        </div>
        <p className="text-small text-soft">
          {defaultAssignees.length === 0 ? (
            words.goesToNobody
          ) : (
            <>
              {words.goesTo} <Joined parts={names} by=", " />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`${edit}: ${name}`} onClick={onEdit}>
          {edit}
        </Button>
        <AskButton label={words.remove} really={words.reallyRemove} what={name} onYes={onRemove} />
      </div>
    </Card>
  )
}
