import type { FormEvent, ReactNode } from 'react'
import type { ShareLink, ShareLinkCreate } from '../../../../src/modules/links/share-link.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button, ButtonLink } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { tasksWords } from './words/tasks-words.ts'

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
  const words = useWords(tasksWords)
  return (
    <Sheet title={words.share.title} isOpen onClose={onClose}>
      {link ? <Ready task={task} link={link} /> : <Asking isBusy={isBusy} onMake={onMake} />}
    </Sheet>
  )
}

function Asking({ isBusy, onMake }: Pick<ShareSheetProps, 'isBusy' | 'onMake'>): ReactNode {
  const words = useWords(tasksWords)
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
      <LineField label={words.share.name} hint={words.share.nameHint} name="name" maxLength={100} autoComplete="off" />
      <SelectField label={words.share.mode} name="mode" defaultValue="carry_out">
        <option value="carry_out">{words.share.modes.carry_out}</option>
        <option value="view">{words.share.modes.view}</option>
      </SelectField>
      <SelectField label={words.share.until} name="days" defaultValue="7">
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {days === '' ? words.share.forEver : words.share.days(Number(days))}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="primary" size="large" busy={isBusy}>
        {words.share.make}
      </Button>
    </form>
  )
}

function Ready({ task, link }: { task: Task; link: ShareLink }): ReactNode {
  const words = useWords(tasksWords)
  const address = link.url ?? ''
  const subject = `${task.shortId} ${task.title}`
  const text = `${subject}\n${address}`
  return (
    <div className="grid gap-4">
      <LineField label={words.share.address} readOnly value={address} onFocus={({ target }) => target.select()} />
      <p className="text-small text-soft">{words.share.secret}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={address} what={words.share.address} words={{ copy: words.copy, copied: words.copied }} />
        <ButtonLink
          icon="send"
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
        >
          {words.share.mail}
        </ButtonLink>
        {'share' in navigator ? (
          <Button
            icon="arrowUpRight"
            onClick={() => void navigator.share({ title: subject, url: address }).catch(() => {})}
          >
            {words.share.send}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
