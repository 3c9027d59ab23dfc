import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Template } from '../../../../../src/modules/tasks/template.schema.ts'
import { Icon } from '../../../design/icon.tsx'
import { Joined } from '../../../design/joined.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { useDepartments } from '../../tasks/lookup-queries.ts'
import { tasksWords } from '../../tasks/words/tasks-words.ts'
import { SettingsList } from '../settings-list.tsx'
import { settingsWords } from '../words/settings-words.ts'
import { useTemplateList } from './template-queries.ts'
import { templatesWords } from './words/templates-words.ts'

/** Work that repeats. */
export function TemplatesPage(): ReactNode {
  const words = useWords(templatesWords)
  const { about } = useWords(settingsWords)
  const { id } = useDesk()
  const navigate = useNavigate()
  const list = useTemplateList()
  const make = (): void =>
    void navigate({
      to: '/$workspaceId/settings/templates/$templateId',
      params: { workspaceId: id, templateId: 'new' },
    })
  return (
    <SettingsList
      title={words.title}
      text={about.templates}
      list={list}
      make={{ label: words.make, onMake: make }}
      empty={{ icon: 'rules', title: words.none, text: words.noneText }}
      renderRow={(template) => <TemplateRow template={template} />}
    />
  )
}

function TemplateRow({ template }: { template: Template }): ReactNode {
  const words = useWords(templatesWords)
  const tasks = useWords(tasksWords)
  const { format } = useLanguage()
  const { id } = useDesk()
  const department = useDepartments().find(({ id }) => id === template.departmentId)
  const facts = [
    department?.name,
    words.items(template.items.length),
    template.estimatedDurationMinutes === null ? undefined : format.minutes(template.estimatedDurationMinutes),
    template.priority === null ? undefined : tasks.priorities[template.priority],
  ]
  return (
    <Link
      to="/$workspaceId/settings/templates/$templateId"
      params={{ workspaceId: id, templateId: template.id }}
      className="flex items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-card hover:border-edge"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-semibold">{template.name}</span>
        <span className="text-small text-soft">
          <Joined parts={facts} />
        </span>
      </span>
      <Icon name="chevronRight" className="size-5 text-soft" />
    </Link>
  )
}
