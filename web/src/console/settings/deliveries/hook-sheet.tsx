import { useState, type FormEvent, type ReactNode } from 'react'
import type { EventHook, EventHookCreate } from '../../../../../src/modules/automations/event-hook.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, TextField, TickField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { change } from '../../shell/use-change.ts'
import { SecretOnce } from '../secret-once.tsx'
import { useSave } from '../use-save.ts'
import { deliveriesWords } from './words/deliveries-words.ts'

export interface HookWithSecret extends EventHook {
  secret: string | null
}

/** Asks for the address, then shows the secret, once. */
export function HookSheet({ onClose }: { onClose(): void }): ReactNode {
  const { hooks } = useWords(deliveriesWords)
  const [made, setMade] = useState<HookWithSecret>()
  const [isAll, setAll] = useState(true)
  const save = useSave<EventHookCreate, HookWithSecret>(undefined, {
    list: 'event-hooks',
    path: 'event-hooks',
    onDone: setMade,
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name)).trim()
    const events = isAll
      ? ['*']
      : text('events')
          .split(/[\s,]+/)
          .filter(Boolean)
    save.mutate(
      change({
        url: text('url'),
        description: text('description') || null,
        // The server knows which there are, and names one that is not.
        events: events as EventHookCreate['events'],
      }),
    )
  }
  if (made) {
    return (
      <Sheet title={hooks.make} isOpen onClose={onClose} isHeld={made.secret !== null}>
        <SecretOnce label={hooks.secret} once={hooks.once} lost={hooks.lost} value={made.secret} onClose={onClose} />
      </Sheet>
    )
  }
  return (
    <Sheet title={hooks.make} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField
          label={hooks.url}
          hint={hooks.urlHint}
          name="url"
          type="url"
          required
          maxLength={2000}
          autoComplete="off"
        />
        <LineField label={hooks.description} name="description" maxLength={500} autoComplete="off" />
        <TickField label={hooks.everything} checked={isAll} onChange={({ target }) => setAll(target.checked)} />
        {isAll ? null : (
          <TextField label={hooks.events} hint={hooks.eventsHint} name="events" rows={4} required spellCheck={false} />
        )}
        <Button type="submit" look="primary" size="large" busy={save.isPending}>
          {hooks.make}
        </Button>
      </form>
    </Sheet>
  )
}
