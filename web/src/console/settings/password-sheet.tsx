import { useState, type FormEvent, type ReactNode } from 'react'
import type { PasswordChange, PasswordChanged } from '../../../../src/modules/identity/account.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useNotices } from '../shell/notice-list.tsx'
import { Problem } from '../shell/problem.ts'
import { reasonOf } from '../shell/refusal.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { settingsWords } from './words/settings-words.ts'

type Faults = Partial<Record<keyof PasswordChange, string>>

/** Changes one's own password; whoever knew the old one is signed out. */
export function PasswordSheet({ onClose }: { onClose(): void }): ReactNode {
  const { password: words } = useWords(settingsWords)
  const shell = useWords(shellWords)
  const { api, user } = useDesk()
  const notices = useNotices()
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { currentPassword: String(form.get('current')), newPassword: String(form.get('new')) }
    setFaults({})
    setBusy(true)
    try {
      // Sent once: a second try would meet the new password and call the old one wrong.
      await api.send<PasswordChanged>('/api/app/v1/me/password', { method: 'POST', body })
      notices.say({ tone: 'plain', text: words.changed })
      onClose()
    } catch (error) {
      setFaults(faultsOf(error))
      setBusy(false)
    }
  }
  function faultsOf(error: unknown): Faults {
    if (!(error instanceof Problem)) return { newPassword: shell.unreachable }
    if (error.status === 429) return { currentPassword: shell.signIn.tooOften }
    if (error.code === 'wrong_password') return { currentPassword: words.wrong }
    if (error.code === 'password_too_common') return { newPassword: words.common }
    if (error.code === 'password_about_you') return { newPassword: words.aboutYou }
    const named = Object.fromEntries(error.faults.map(({ field, message }) => [field, message]))
    return error.faults.length === 0 ? { newPassword: reasonOf(error, shell) } : named
  }

  return (
    <Sheet title={words.title} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {/* For the browser that keeps passwords: whose it is. */}
        <input hidden type="email" autoComplete="username" value={user.email} readOnly />
        <LineField
          type="password"
          required
          label={words.current}
          name="current"
          autoComplete="current-password"
          maxLength={1000}
          fault={faults.currentPassword}
        />
        <LineField
          type="password"
          required
          label={words.next}
          hint={words.hint}
          name="new"
          autoComplete="new-password"
          minLength={10}
          maxLength={200}
          fault={faults.newPassword}
        />
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {words.title}
        </Button>
      </form>
    </Sheet>
  )
}
