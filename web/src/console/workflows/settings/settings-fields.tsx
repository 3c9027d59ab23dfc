import type { ReactNode } from 'react'
import type { WorkflowRow } from '../../../../../src/modules/workflows/definition.schema.ts'
import { Section } from '../../../design/card.tsx'
import { LineField, Options, SelectField, TextField } from '../../../design/field.tsx'
import { useWords } from '../../../language/language.tsx'
import { BACKOFFS, POLICIES } from './settings-form.ts'
import { flowSettingsWords } from './words/flow-settings-words.ts'

export function AboutFields({ workflow }: { workflow: WorkflowRow }): ReactNode {
  const words = useWords(flowSettingsWords).about
  const { name, description, tags, retentionDays } = workflow
  return (
    <Section title={words.title}>
      <LineField label={words.name} name="name" defaultValue={name} required maxLength={200} autoComplete="off" />
      <TextField label={words.description} name="description" defaultValue={description ?? ''} maxLength={2000} />
      <LineField
        label={words.tags}
        hint={words.tagsHint}
        name="tags"
        defaultValue={tags.join(', ')}
        autoComplete="off"
      />
      <LineField
        label={words.kept}
        name="retentionDays"
        type="number"
        min={1}
        max={3650}
        required
        defaultValue={retentionDays}
      />
    </Section>
  )
}

export function TurnFields({ concurrency }: { concurrency: WorkflowRow['concurrency'] }): ReactNode {
  const words = useWords(flowSettingsWords).turns
  return (
    <Section title={words.title}>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <LineField
          label={words.limit}
          hint={words.limitHint}
          name="limit"
          type="number"
          min={1}
          max={1000}
          defaultValue={concurrency?.limit}
        />
        <SelectField label={words.policy} name="policy" defaultValue={concurrency?.policy ?? 'queue'}>
          <Options values={POLICIES} text={(policy) => words.policies[policy]} />
        </SelectField>
      </div>
      <LineField
        label={words.key}
        hint={words.keyHint}
        name="key"
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        defaultValue={concurrency?.key}
      />
    </Section>
  )
}

export function RetryFields({ defaults }: { defaults: WorkflowRow['retryDefaults'] }): ReactNode {
  const words = useWords(flowSettingsWords).retry
  return (
    <Section title={words.title}>
      <p className="text-small text-soft">{words.text}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <LineField
          label={words.attempts}
          hint={words.attemptsHint}
          name="attempts"
          type="number"
          min={1}
          max={10}
          defaultValue={defaults?.attempts}
        />
        <LineField
          label={words.delay}
          name="delaySeconds"
          type="number"
          min={0}
          max={3600}
          defaultValue={defaults?.delaySeconds}
        />
        <SelectField label={words.backoff} name="backoff" defaultValue={defaults?.backoff ?? 'exponential'}>
          <Options values={BACKOFFS} text={(backoff) => words.backoffs[backoff]} />
        </SelectField>
      </div>
    </Section>
  )
}
