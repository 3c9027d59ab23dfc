import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { PropertyGuide } from '../../../../src/modules/properties/property-guide.schema.ts'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card, Prose, Section } from '../../design/card.tsx'
import { LineField, TextField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import type { Tagged } from '../shell/request.ts'
import { change } from '../shell/use-change.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { useGuideChange } from './guide-change.ts'
import { guideChangesIn, TOLD } from './property-fields.ts'
import { guideQuery } from './property-queries.ts'
import { propertiesWords } from './words/properties-words.ts'

const INSTRUCTIONS = [
  'checkinInstructions',
  'checkoutInstructions',
  'parkingInstructions',
  'cleaningInstructions',
] as const satisfies readonly (keyof Property)[]

/** How to get in, and what guests read; written in place. */
export function Guide({ property }: { property: Property }): ReactNode {
  const words = useWords(propertiesWords)
  const desk = useDesk()
  const { may } = useRole()
  const [isWriting, setWriting] = useState(false)
  const { data: read } = useQuery(guideQuery(desk, property.id))
  const guide = read?.value
  const told: [string, string][] = [
    ...TOLD.map((field): [string, string] => [words.guide[field], guide?.[field] ?? '']),
    ...INSTRUCTIONS.map((field): [string, string] => [words.fields[field], property[field] ?? '']),
  ].filter(([, text]) => text !== '')
  return (
    <Section
      title={words.guide.title}
      aside={
        may('manager') && read && !isWriting ? (
          <Button
            icon="pen"
            className="shrink-0"
            aria-label={`${words.edit}: ${words.guide.title}`}
            onClick={() => setWriting(true)}
          >
            {words.edit}
          </Button>
        ) : null
      }
    >
      <Card className="grid gap-4 p-4">
        {isWriting && read ? (
          <GuideForm property={property} guide={read} onClose={() => setWriting(false)} />
        ) : (
          <>
            {told.length === 0 ? <p className="text-soft">{words.guide.none}</p> : null}
            {told.map(([name, text]) => (
              <div key={name} className="grid gap-0.5">
                <h3 className="text-small font-medium text-soft">{name}</h3>
                <Prose>{text}</Prose>
              </div>
            ))}
          </>
        )}
      </Card>
    </Section>
  )
}

interface GuideFormProps {
  property: Property
  guide: Tagged<PropertyGuide>
  onClose(): void
}

function GuideForm({ property, guide, onClose }: GuideFormProps): ReactNode {
  const words = useWords(propertiesWords)
  const shell = useWords(shellWords)
  // As it was when it was opened: what others write meanwhile is not undone by saving.
  const [seen] = useState(guide)
  const [isDirty, setDirty] = useState(false)
  const save = useGuideChange(property, onClose)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const changes = guideChangesIn(seen.value, new FormData(event.currentTarget))
    if (Object.keys(changes).length === 0) onClose()
    else save.mutate(change({ seen, changes }))
  }
  return (
    <form className="grid gap-4" onSubmit={submit} onChange={() => setDirty(true)}>
      <TextField
        label={words.guide.accessNotes}
        name="accessNotes"
        defaultValue={seen.value.accessNotes ?? ''}
        rows={2}
      />
      <LineField
        label={words.guide.wifiPassword}
        name="wifiPassword"
        defaultValue={seen.value.wifiPassword ?? ''}
        maxLength={200}
        autoComplete="off"
      />
      <TextField label={words.guide.houseRules} name="houseRules" defaultValue={seen.value.houseRules ?? ''} rows={3} />
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={save.isPending}>
          {shell.save}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
      </div>
      <LeaveGuard isNeeded={isDirty} />
    </form>
  )
}
