import { useState, type ReactNode } from 'react'
import type { CompletionRule } from '../../../../../src/modules/tasks/completion-rule.schema.ts'
import { Card } from '../../../design/card.tsx'
import { Icon } from '../../../design/icon.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change } from '../../shell/use-change.ts'
import { useDepartments } from '../../tasks/lookup-queries.ts'
import { SettingsList } from '../settings-list.tsx'
import { useRemoval } from '../use-save.ts'
import { settingsWords } from '../words/settings-words.ts'
import { RuleSheet } from './rule-sheet.tsx'
import { useTemplates } from './template-queries.ts'
import { templatesWords } from './words/templates-words.ts'

const ICONS = { summary: 'comment', photo: 'camera', cost: 'hash' } as const

/** What must be there before a task can be completed. */
export function RulesPage(): ReactNode {
  const { rules } = useWords(templatesWords)
  const { about } = useWords(settingsWords)
  const { id, desk } = useDesk()
  const [isAdding, setAdding] = useState(false)
  const list = usePaged<CompletionRule>([id, 'rules'], `${desk}/completion-rules`)
  const remove = useRemoval<CompletionRule>({ list: 'rules', path: 'completion-rules', said: () => rules.removed })
  return (
    <SettingsList
      title={rules.title}
      text={about.rules}
      list={list}
      make={{ label: rules.make, onMake: () => setAdding(true) }}
      empty={{ icon: 'rules', title: rules.none, text: rules.noneText }}
      renderRow={(rule) => <RuleRow rule={rule} onRemove={() => remove.mutate(change(rule))} />}
    >
      {isAdding ? <RuleSheet onClose={() => setAdding(false)} /> : null}
    </SettingsList>
  )
}

function RuleRow({ rule, onRemove }: { rule: CompletionRule; onRemove(): void }): ReactNode {
  const { rules, remove, reallyRemove } = useWords(templatesWords)
  const { departmentId, templateId, requires } = rule
  const department = useDepartments().find(({ id }) => id === departmentId)
  const template = useTemplates().find(({ id }) => id === templateId)
  const where = department
    ? rules.ofDepartment(department.name)
    : template
      ? rules.ofTemplate(template.name)
      : rules.gone
  return (
    <Card className="flex flex-wrap items-center gap-3 px-4 py-2.5">
      <Icon name={ICONS[requires]} className="size-5 text-accent-text" />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="font-semibold">{rules.needs[requires]}</h2>
        <p className="text-small text-soft">{where}</p>
      </div>
      <AskButton label={remove} really={reallyRemove} what={`${rules.needs[requires]}, ${where}`} onYes={onRemove} />
    </Card>
  )
}
