import type { FormEvent, ReactNode } from 'react'
import type { ShareLink, ShareLinkCreate } from '../../../../../src/modules/links/share-link.schema.ts'
import type { Task } from '../../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, SelectField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { ReadyLink } from '../../parts/ready-link.tsx'
import { shareWords } from './words/share-words.ts'

const DAY_MILLIS = 86_400_000
const DAYS = ['1', '7', '30', ''] as const

interface ShareSheetProps {
  task: Task
  link: ShareLink | undefined
  isBusy: boolean
  onMake(input: ShareLinkCreate): void
  onClose(): void
}

/** Asks whom the link is for, then shows it and the ways to send it. */
export function ShareSheet({ task, link, isBusy, onMake, onClose }: ShareSheetProps): ReactNode {
  const words = useWords(shareWords)
  return (
    <Sheet title={words.title} isOpen onClose={onClose}>
      {link ? (
        <ReadyLink address={link.url ?? ''} subject={`${task.shortId} ${task.title}`} words={words} />
      ) : (
        <Asking isBusy={isBusy} onMake={onMake} />
      )}
    </Sheet>
  )
}

function Asking({ isBusy, onMake }: Pick<ShareSheetProps, 'isBusy' | 'onMake'>): ReactNode {
  const words = useWords(shareWords)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    const days = String(form.get('days'))
    onMake({
      mode: form.get('mode') === 'view' ? 'view' : 'carry_out',
      technicianName: name === '' ? null : name,
      expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MILLIS).toISOString(),
    })
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <LineField label={words.name} hint={words.nameHint} name="name" maxLength={100} autoComplete="off" />
      <SelectField label={words.mode} name="mode" defaultValue="carry_out">
        <option value="carry_out">{words.modes.carry_out}</option>
        <option value="view">{words.modes.view}</option>
      </SelectField>
      <SelectField label={words.until} name="days" defaultValue="7">
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {days === '' ? words.forEver : words.days(Number(days))}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="primary" size="large" busy={isBusy}>
        {words.make}
      </Button>
    </form>
  )
}
