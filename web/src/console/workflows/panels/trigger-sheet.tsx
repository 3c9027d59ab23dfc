import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { WorkflowTriggerCreate } from '../../../../../src/modules/workflows/trigger.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, SelectField, TextField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { catalogQuery } from '../editor/check-queries.ts'
import { JsonField } from '../json-field.tsx'
import { jsonIn } from '../json-text.ts'
import { workflowsWords } from '../words/workflows-words.ts'
import { panelsWords } from './words/panels-words.ts'

const KINDS = ['webhook', 'event', 'schedule', 'chat', 'manual'] as const
type Kind = (typeof KINDS)[number]

interface TriggerSheetProps {
  isBusy: boolean
  onCreate(body: WorkflowTriggerCreate): void
  onClose(): void
}

/** Asks what should set it off, and for what that kind needs. */
export function TriggerSheet({ isBusy, onCreate, onClose }: TriggerSheetProps): ReactNode {
  const words = useWords(panelsWords).triggers
  const flows = useWords(workflowsWords)
  const [kind, setKind] = useState<Kind>('webhook')
  const [isWrong, setWrong] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const written = (name: string): string => String(form.get(name) ?? '').trim()
    const schema = jsonIn(written('payloadSchema'))
    setWrong(!schema.isGood)
    if (!schema.isGood) return
    const types = written('eventTypes')
    onCreate({
      kind,
      ...(written('name') === '' ? {} : { name: written('name') }),
      ...(types === '' ? {} : { eventTypes: types.split(/\s+/) }),
      ...(written('cron') === '' ? {} : { cron: written('cron') }),
      ...(written('phrase') === '' ? {} : { phrase: written('phrase') }),
      ...(schema.value === undefined ? {} : { payloadSchema: schema.value as Record<string, unknown> }),
    })
  }
  return (
    <Sheet title={words.add} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <SelectField
          label={words.kind}
          value={kind}
          onChange={({ target }) => setKind(KINDS.find((each) => each === target.value) ?? 'webhook')}
        >
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {flows.triggerKinds[each]}
            </option>
          ))}
        </SelectField>
        {kind === 'event' ? <EventTypes /> : null}
        {kind === 'schedule' ? (
          <LineField label={words.cron} hint={words.cronHint} name="cron" required defaultValue="0 7 * * *" />
        ) : null}
        {kind === 'chat' ? (
          <LineField label={words.phrase} hint={words.phraseHint} name="phrase" maxLength={200} />
        ) : null}
        {kind === 'webhook' || kind === 'manual' ? (
          <JsonField label={words.schema} name="payloadSchema" fault={isWrong ? words.wrongJson : undefined} />
        ) : null}
        <LineField label={words.name} name="name" maxLength={200} autoComplete="off" />
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {words.create}
        </Button>
      </form>
    </Sheet>
  )
}

function EventTypes(): ReactNode {
  const words = useWords(panelsWords).triggers
  const desk = useDesk()
  const known = useQuery(catalogQuery(desk)).data?.eventTypes ?? []
  const [text, setText] = useState('')
  const has = new Set(text.split(/\s+/))
  return (
    <div className="grid gap-2">
      <TextField
        label={words.eventTypes}
        hint={words.eventHint}
        name="eventTypes"
        required
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex max-h-40 flex-wrap gap-1 overflow-y-auto">
        {known
          .filter((type) => !has.has(type))
          .map((type) => (
            <button
              key={type}
              type="button"
              className="min-h-11 rounded-full border border-line px-3 font-mono text-small hover:bg-sunken"
              onClick={() => setText([text.trim(), type].filter(Boolean).join('\n'))}
            >
              {type}
            </button>
          ))}
      </div>
    </div>
  )
}
