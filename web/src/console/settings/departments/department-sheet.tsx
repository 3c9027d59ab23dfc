import { useState, type FormEvent, type ReactNode } from 'react'
import type { DepartmentCreate, DepartmentDetails } from '../../../../../src/modules/identity/department.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, Options, SelectField, TickField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { change } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { usePeople } from '../../tasks/lookup-queries.ts'
import { useSave } from '../use-save.ts'
import { departmentsWords } from './words/departments-words.ts'

type Kind = DepartmentDetails['kind']
const KINDS = ['field_ops', 'office'] as const satisfies readonly Kind[]

interface DepartmentSheetProps {
  /** undefined: a new one. */
  department: DepartmentDetails | undefined
  onClose(): void
}

export function DepartmentSheet({ department, onClose }: DepartmentSheetProps): ReactNode {
  const words = useWords(departmentsWords)
  const { save: saveWord } = useWords(shellWords)
  const [kind, setKind] = useState<Kind>(department?.kind ?? 'field_ops')
  const assignees = useDefaultAssignees(department)
  const save = useSave<DepartmentCreate, DepartmentDetails>(department, {
    list: 'departments',
    path: 'departments',
    said: ({ name }) => words.saved(name),
    onDone: onClose,
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    save.mutate(change({ name, kind, defaultAssignees: assignees.chosen }))
  }
  return (
    <Sheet title={department?.name ?? words.make} isOpen onClose={onClose}>
      <form className="grid max-h-[70dvh] gap-4 overflow-y-auto p-1" onSubmit={submit}>
        <LineField
          label={words.name}
          name="name"
          defaultValue={department?.name}
          required
          maxLength={100}
          autoComplete="off"
        />
        <SelectField
          label={words.kind}
          hint={words.kinds[kind].text}
          value={kind}
          onChange={({ target }) => setKind(target.value as Kind)}
        >
          <Options values={KINDS} text={(each) => words.kinds[each].name} />
        </SelectField>
        {assignees.fields}
        <Button type="submit" look="primary" size="large" busy={save.isPending}>
          {saveWord}
        </Button>
      </form>
    </Sheet>
  )
}

/** One in charge, and any number beside them. */
function useDefaultAssignees(department: DepartmentDetails | undefined) {
  const words = useWords(departmentsWords)
  const members = usePeople().flatMap(({ membershipId, name }) => (membershipId === null ? [] : { membershipId, name }))
  const before = department?.defaultAssignees ?? []
  const [primary, setPrimary] = useState(before.find(({ role }) => role === 'PRIMARY')?.membershipId ?? '')
  const [others, setOthers] = useState(
    () => new Set(before.filter(({ role }) => role === 'SECONDARY').map(({ membershipId }) => membershipId)),
  )
  function toggle(membershipId: string, isOn: boolean): void {
    const next = new Set(others)
    if (isOn) next.add(membershipId)
    else next.delete(membershipId)
    setOthers(next)
  }
  const chosen = [
    ...(primary === '' ? [] : [{ membershipId: primary, role: 'PRIMARY' as const }]),
    ...[...others]
      .filter((membershipId) => membershipId !== primary)
      .map((membershipId) => ({ membershipId, role: 'SECONDARY' as const })),
  ]
  const fields = (
    <>
      <SelectField
        label={words.primary}
        hint={words.primaryHint}
        value={primary}
        onChange={({ target }) => setPrimary(target.value)}
      >
        <option value="">{words.nobody}</option>
        {members.map(({ membershipId, name }) => (
          <option key={membershipId} value={membershipId}>
            {name}
          </option>
        ))}
      </SelectField>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">{words.others}</legend>
        {members
          .filter(({ membershipId }) => membershipId !== primary)
          .map(({ membershipId, name }) => (
            <TickField
              key={membershipId}
              label={name}
              checked={others.has(membershipId)}
              onChange={({ target }) => toggle(membershipId, target.checked)}
            />
          ))}
      </fieldset>
    </>
  )
  return { chosen, fields }
}
