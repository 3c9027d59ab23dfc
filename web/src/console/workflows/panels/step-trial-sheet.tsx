import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { StepResult, StepTrial } from '../../../../../src/modules/workflows/saved-test.schema.ts'
import { Button } from '../../../design/button.tsx'
import { SelectField } from '../../../design/field.tsx'
import { StateLine } from '../../../design/note.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { bringIntoSight } from '../../parts/in-sight.ts'
import { useDesk } from '../../shell/console-context.ts'
import { Waiting } from '../../shell/gate.tsx'
import { change, useChange } from '../../shell/use-change.ts'
import { DataView } from '../data-view.tsx'
import { sketchQuery } from '../editor/check-queries.ts'
import { JsonField } from '../json-field.tsx'
import { jsonPartsIn } from '../json-text.ts'
import { draftQuery } from '../workflow-queries.ts'
import { panelsWords } from './words/panels-words.ts'

const PARTS = ['input', 'mocks'] as const

/** One step of the draft by itself, with an input and answers of one's own. */
export function StepTrialSheet({ workflowId, onClose }: { workflowId: string; onClose(): void }): ReactNode {
  const words = useWords(panelsWords).tests
  const { api, open } = useDesk()
  const steps = useSteps(workflowId)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const trial = useChange<StepTrial, StepResult>({
    send: (body, key) => api.send(`${open}/workflows/${workflowId}/test-step`, { method: 'POST', body, key }),
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { values, wrong: faults } = jsonPartsIn(form, PARTS)
    setWrong(faults)
    if (faults.length > 0) return
    trial.mutate(change({ path: String(form.get('path')), ...values }))
  }
  return (
    <Sheet title={words.tryStep} isOpen onClose={onClose}>
      {steps === undefined ? <Waiting /> : null}
      {steps?.length === 0 ? <p>{words.stepNone}</p> : null}
      {steps && steps.length > 0 ? (
        <form className="grid max-h-[75dvh] gap-4 overflow-y-auto p-1" onSubmit={submit}>
          <p className="text-small text-soft">{words.tryText}</p>
          <SelectField label={words.step} name="path">
            {steps.map(({ id, name, kind }) => (
              <option key={id} value={id}>
                {`${name} (${kind})`}
              </option>
            ))}
          </SelectField>
          {PARTS.map((part) => (
            <JsonField
              key={part}
              label={words[part]}
              {...(part === 'mocks' ? { hint: words.mocksHint } : {})}
              name={part}
              initial={part === 'input' ? {} : undefined}
              fault={wrong.includes(part) ? words.wrongJson : undefined}
            />
          ))}
          <Button type="submit" look="primary" size="large" busy={trial.isPending}>
            {words.tryNow}
          </Button>
          {trial.data ? <Result result={trial.data} steps={steps} /> : null}
        </form>
      ) : null}
    </Sheet>
  )
}

type Steps = NonNullable<ReturnType<typeof useSteps>>

/** The steps of the draft as it is saved; undefined until they are known. */
function useSteps(workflowId: string) {
  const desk = useDesk()
  const draft = useQuery(draftQuery(desk, workflowId)).data?.value
  const { text = '', format = 'yaml' } = draft ?? {}
  const sketch = useQuery({ ...sketchQuery(desk, { text, format }), enabled: text !== '' }).data
  return sketch && (sketch.graph?.nodes.filter(({ id }) => id.startsWith('/')) ?? [])
}

const SIGNS = {
  completed: { tone: 'good', icon: 'check' },
  skipped: { tone: 'plain', icon: 'minus' },
  faulted: { tone: 'danger', icon: 'alert' },
} as const

function Result({ result, steps }: { result: StepResult; steps: Steps }): ReactNode {
  const words = useWords(panelsWords).tests
  const { status, output, error, effects, trace, next } = result
  const following = steps.find(({ id }) => id === next)
  return (
    <div ref={bringIntoSight} role="status" className="grid gap-3 border-t border-line pt-4">
      <StateLine {...SIGNS[status]}>{words.stepStatuses[status]}</StateLine>
      {error === null ? <DataView title={words.whats.output} value={output} /> : null}
      {error === null ? null : <DataView title={words.whats.error} value={error} />}
      {effects.length === 0 ? null : <DataView title={words.whats.effects} value={effects} />}
      {trace.length === 0 ? null : <DataView title={words.trace} value={trace} />}
      {following ? <p className="text-small text-soft">{words.nextStep(following.name)}</p> : null}
    </div>
  )
}
