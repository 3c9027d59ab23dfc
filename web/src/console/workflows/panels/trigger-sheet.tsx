import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { WorkflowTrigger, WorkflowTriggerCreate } from '../../../../../src/modules/workflows/trigger.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, Options, SelectField, TextField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { catalogQuery } from '../editor/check-queries.ts'
import { JsonField } from '../json-field.tsx'
import { workflowsWords } from '../words/workflows-words.ts'
import { KINDS, triggerIn, type Kind } from './trigger-form.ts'
import { panelsWords } from './words/panels-words.ts'

interface TriggerSheetProps {
  /** undefined: a new one. */
  trigger: WorkflowTrigger | undefined
  isBusy: boolean
  onSave(body: WorkflowTriggerCreate): void
  onClose(): void
}

/** Asks what should set it off, and for what that kind needs. */
export function TriggerSheet({ trigger, isBusy, onSave, onClose }: TriggerSheetProps): ReactNode {
  const words = useWords(panelsWords).triggers
  const [kind, setKind] = useState<Kind>(trigger?.kind ?? 'webhook')
  const [wrong, setWrong] = useState<readonly string[]>([])
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { body, faults } = triggerIn(new FormData(event.currentTarget), kind)
    setWrong(faults)
    if (faults.length === 0) onSave(body)
  }
  return (
    <Sheet title={trigger ? words.edit : words.add} isOpen onClose={onClose}>
      <form className="grid max-h-[75dvh] gap-4 overflow-y-auto p-1" onSubmit={submit}>
        {trigger ? null : <KindField kind={kind} onChange={setKind} />}
        {kind === 'event' ? (
          <>
            <EventTypes initial={trigger?.eventTypes ?? []} />
            <JsonField
              label={words.filter}
              hint={words.filterHint}
              name="filter"
              initial={trigger?.filter ?? undefined}
              fault={wrong.includes('filter') ? words.wrongJson : undefined}
            />
          </>
        ) : null}
        {kind === 'schedule' ? (
          <LineField
            label={words.cron}
            hint={words.cronHint}
            name="cron"
            required={trigger === undefined || trigger.cron !== null}
            defaultValue={trigger ? (trigger.cron ?? '') : '0 7 * * *'}
          />
        ) : null}
        {kind === 'chat' ? (
          <LineField
            label={words.phrase}
            hint={words.phraseHint}
            name="phrase"
            maxLength={200}
            defaultValue={trigger?.phrase ?? ''}
          />
        ) : null}
        {kind === 'webhook' || kind === 'manual' ? (
          <JsonField
            label={words.schema}
            name="payloadSchema"
            initial={trigger?.payloadSchema ?? undefined}
            fault={wrong.includes('payloadSchema') ? words.wrongJson : undefined}
          />
        ) : null}
        <LineField
          label={words.name}
          name="name"
          maxLength={200}
          autoComplete="off"
          defaultValue={trigger?.name ?? ''}
        />
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {trigger ? words.save : words.create}
        </Button>
      </form>
    </Sheet>
  )
}

function KindField({ kind, onChange }: { kind: Kind; onChange(kind: Kind): void }): ReactNode {
  const words = useWords(panelsWords).triggers
  const flows = useWords(workflowsWords)
  return (
    <SelectField
      label={words.kind}
      value={kind}
      onChange={({ target }) => onChange(KINDS.find((each) => each === target.value) ?? 'webhook')}
    >
      <Options values={KINDS} text={(each) => flows.triggerKinds[each]} />
    </SelectField>
  )
}

function EventTypes({ initial }: { initial: readonly string[] }): ReactNode {
  const words = useWords(panelsWords).triggers
  const desk = useDesk()
  const known = useQuery(catalogQuery(desk)).data?.eventTypes ?? []
  const [text, setText] = useState(initial.join('\n'))
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
