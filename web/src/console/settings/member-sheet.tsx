import type { FormEvent, ReactNode } from 'react'
import type { Member, MemberAdd } from '../../../../src/modules/identity/member.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { SecretOnce } from './secret-once.tsx'
import { settingsWords } from './words/settings-words.ts'

export interface AddedMember extends Member {
  temporaryPassword: string | null
}

interface MemberSheetProps {
  added: AddedMember | undefined
  isBusy: boolean
  onAdd(input: MemberAdd): void
  onClose(): void
}

/** Asks who it is, then shows the password to give them, once. */
export function MemberSheet({ added, isBusy, onAdd, onClose }: MemberSheetProps): ReactNode {
  const words = useWords(settingsWords)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name)).trim()
    onAdd({ email: text('email'), fullName: text('name'), role: text('role') as Member['role'] })
  }
  if (added?.temporaryPassword) {
    return (
      <Sheet title={added.fullName} isOpen onClose={onClose} isHeld>
        <p className="mb-4 text-label text-soft">{words.members.ifAccount}</p>
        <SecretOnce
          label={words.members.password}
          once={words.members.once}
          lost={words.members.once}
          value={added.temporaryPassword}
          onClose={onClose}
        />
      </Sheet>
    )
  }
  return (
    <Sheet title={words.members.add} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField label={words.members.name} name="name" required maxLength={200} autoComplete="off" />
        <LineField label={words.members.email} name="email" type="email" required autoComplete="off" />
        <SelectField label={words.members.role} name="role" defaultValue="member">
          {(['member', 'manager', 'admin'] as const).map((role) => (
            <option key={role} value={role}>
              {words.roles[role].name}: {words.roles[role].text}
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {words.members.add}
        </Button>
      </form>
    </Sheet>
  )
}
