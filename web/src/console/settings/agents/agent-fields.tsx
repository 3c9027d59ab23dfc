import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Section } from '../../../design/card.tsx'
import { LineField, Options, SelectField, TextField } from '../../../design/field.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { modelsQuery } from '../models/model-queries.ts'
import { WRITING } from '../models/purposes.ts'
import { modelsWords } from '../models/words/models-words.ts'
import type { AgentDraft } from './agent-draft.ts'
import { DOING, LOOKING } from './agent-tools.ts'
import { ToolChoice } from './tool-choice.tsx'
import { agentsWords } from './words/agents-words.ts'

const STEPS_MAX = 50
const MINUTES_MAX = 10_080

interface AgentFieldsProps {
  draft: AgentDraft
  onChange(fields: Partial<AgentDraft>): void
}

export function AgentBasics({ draft, onChange }: AgentFieldsProps): ReactNode {
  const words = useWords(agentsWords)
  return (
    <Section title={words.basics}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <LineField
          label={words.name}
          required
          maxLength={100}
          autoComplete="off"
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <LineField
          label={words.description}
          hint={words.descriptionHint}
          maxLength={1000}
          autoComplete="off"
          value={draft.description ?? ''}
          onChange={({ target }) => onChange({ description: target.value || null })}
        />
        <div className="sm:col-span-2">
          <TextField
            label={words.instructions}
            hint={words.instructionsHint}
            required
            rows={6}
            maxLength={20_000}
            value={draft.instructions}
            onChange={({ target }) => onChange({ instructions: target.value })}
          />
        </div>
        <ModelField draft={draft} onChange={onChange} />
        <LineField
          label={words.stepsMax}
          type="number"
          required
          min="1"
          max={STEPS_MAX}
          value={draft.stepsMax || ''}
          onChange={({ target }) => onChange({ stepsMax: Number(target.value) })}
        />
      </div>
    </Section>
  )
}

/** A purpose, or one of the models that the workspace has set, by its name. */
function ModelField({ draft, onChange }: AgentFieldsProps): ReactNode {
  const words = useWords(agentsWords)
  const { purposes } = useWords(modelsWords)
  const { data } = useQuery(modelsQuery(useDesk()))
  const named = data?.value.inUse.flatMap(({ provider, model, degraded }) =>
    provider === null || model === null || degraded ? [] : [`${provider}:${model}`],
  )
  const models = [...new Set([...(named ?? []), draft.model])].filter(
    (model) => !WRITING.some((purpose) => purpose === model),
  )
  return (
    <SelectField
      label={words.model}
      hint={words.modelHint}
      value={draft.model}
      onChange={({ target }) => onChange({ model: target.value })}
    >
      {WRITING.map((purpose) => (
        <option key={purpose} value={purpose}>
          {purposes[purpose]} ({purpose})
        </option>
      ))}
      <Options values={models} text={(model) => model} />
    </SelectField>
  )
}

export function AgentTools({ draft, onChange }: AgentFieldsProps): ReactNode {
  const words = useWords(agentsWords)
  const { alsoBefore } = draft.approval
  const put = (tools: string[]): void =>
    // What it may not use it cannot ask about.
    onChange({ tools, approval: { ...draft.approval, alsoBefore: alsoBefore.filter((name) => tools.includes(name)) } })
  return (
    <Section title={words.mayUse}>
      <p className="text-soft">{words.mayUseText}</p>
      <ToolChoice label={words.looks} names={LOOKING} chosen={draft.tools} onChange={put} />
      <ToolChoice label={words.does} names={DOING} chosen={draft.tools} onChange={put} />
    </Section>
  )
}

export function AgentApproval({ draft, onChange }: AgentFieldsProps): ReactNode {
  const words = useWords(agentsWords)
  const { approval, tools } = draft
  const put = (fields: Partial<AgentDraft['approval']>): void => onChange({ approval: { ...approval, ...fields } })
  const doing = tools.filter((name) => DOING.includes(name))
  return (
    <Section title={words.approval}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <SelectField
          label={words.asks}
          value={approval.asks}
          onChange={({ target }) => put({ asks: target.value as typeof approval.asks })}
        >
          <Options values={['gated', 'changes'] as const} text={(value) => words.asksValues[value]} />
        </SelectField>
        <SelectField
          label={words.approvers}
          value={approval.approvers}
          onChange={({ target }) => put({ approvers: target.value as typeof approval.approvers })}
        >
          <Options values={['requester', 'manager', 'admin'] as const} text={(value) => words.approversValues[value]} />
        </SelectField>
        <LineField
          label={words.validMinutes}
          type="number"
          required
          min="1"
          max={MINUTES_MAX}
          value={approval.validMinutes || ''}
          onChange={({ target }) => put({ validMinutes: Number(target.value) })}
        />
      </div>
      {approval.asks === 'changes' || doing.length === 0 ? null : (
        <ToolChoice
          label={words.alsoBefore}
          names={doing}
          chosen={approval.alsoBefore}
          onChange={(alsoBefore) => put({ alsoBefore })}
        />
      )}
    </Section>
  )
}
