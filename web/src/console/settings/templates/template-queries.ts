import type { Template } from '../../../../../src/modules/tasks/template.schema.ts'
import { usePaged, type Paged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'

export function useTemplateList(): Paged<Template> {
  const { id, desk } = useDesk()
  return usePaged([id, 'templates', 'list'], `${desk}/task-templates`)
}

export function useTemplates(): readonly Template[] {
  return useTemplateList().items ?? []
}
