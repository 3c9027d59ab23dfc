import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { OwnershipWrite, WorkflowMigration } from '../../../../../src/modules/workflows/ownership.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Section } from '../../../design/card.tsx'
import { LineField, Options, SelectField, TickField } from '../../../design/field.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { useMoment } from '../../parts/moment.ts'
import { useDesk, useRole } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { useWorkflowAgain } from '../workflow-changes.ts'
import type { Workflow } from '../workflow-queries.ts'
import { workflowsWords } from '../words/workflows-words.ts'
import { flowSettingsWords } from './words/flow-settings-words.ts'

const OWNERS = ['legacy', 'shadow', 'service'] as const
const OPEN_RUNS = ['finish', 'suspend', 'cancel'] as const

/** Of a workflow that comes from another engine: who has it, how far the two agree, and the way from one to the other. */
export function MigrationSection({ workflow }: { workflow: Workflow }): ReactNode {
  const words = useWords(flowSettingsWords).migration
  const flows = useWords(workflowsWords)
  const { language } = useLanguage()
  const moment = useMoment()
  const { id, api, open } = useDesk()
  const { may } = useRole()
  const path = `${open}/workflows/${workflow.id}/migration`
  const found = useQuery({
    queryKey: [id, 'workflow', workflow.id, 'migration'],
    queryFn: ({ signal }) => api.readTagged<WorkflowMigration>(path, signal),
  }).data
  const again = useWorkflowAgain(workflow.id)
  const owner = useChange<OwnershipWrite, unknown>({
    send: (body, key) => api.send(`${path}/ownership`, { method: 'PUT', body, key, match: found?.tag ?? '*' }),
    onDone: again,
    said: () => words.done,
  })
  if (!found || found.value.legacyRef === null) return null
  const { figures, settings, cutover, legacyRef } = found.value
  const part = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <Section title={words.title}>
      <div className="grid gap-1">
        <p className="font-medium">{flows.owners[found.value.owner]}</p>
        <p className="text-small text-soft">{words.ref(legacyRef)}</p>
        <p className="text-small text-soft">{words.compared(figures.match, figures.compared)}</p>
        <p className="text-small text-soft">
          {words.needed(settings.minComparisons, part.format(settings.minAgreement))}
        </p>
        {cutover === null ? null : <p className="font-medium">{words.planned(moment(cutover.at))}</p>}
      </div>
      {may('manager') && workflow.status !== 'archived' ? (
        <OwnerForm now={found.value.owner} isBusy={owner.isPending} onChange={(body) => owner.mutate(change(body))} />
      ) : null}
    </Section>
  )
}

interface OwnerFormProps {
  now: OwnershipWrite['owner']
  isBusy: boolean
  onChange(body: OwnershipWrite): void
}

function OwnerForm({ now, isBusy, onChange }: OwnerFormProps): ReactNode {
  const words = useWords(flowSettingsWords).migration
  const [openRuns, setOpenRuns] = useState<NonNullable<OwnershipWrite['openRuns']>>('finish')
  const [reason, setReason] = useState('')
  const [force, setForce] = useState(false)
  const said = reason.trim() === '' ? {} : { reason: reason.trim() }
  return (
    <div className="grid gap-3">
      <SelectField
        label={words.openRuns}
        value={openRuns}
        onChange={({ target }) => setOpenRuns(OPEN_RUNS.find((each) => each === target.value) ?? 'finish')}
      >
        <Options values={OPEN_RUNS} text={(each) => words.openRunsAre[each]} />
      </SelectField>
      <LineField
        label={words.reason}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <TickField label={words.force} checked={force} onChange={({ target }) => setForce(target.checked)} />
      <div className="flex flex-wrap gap-2">
        {OWNERS.filter((each) => each !== now).map((each) => (
          <Button key={each} busy={isBusy} onClick={() => onChange({ owner: each, openRuns, force, ...said })}>
            {words.to[each]}
          </Button>
        ))}
      </div>
    </div>
  )
}
