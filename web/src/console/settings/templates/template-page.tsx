import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Template } from '../../../../../src/modules/tasks/template.schema.ts'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { TemplateForm } from './template-form.tsx'

const route = getRouteApi('/$workspaceId/frame/settings/templates/$templateId')

/** One template, or `new`. */
export function TemplatePage(): ReactNode {
  const { templateId } = route.useParams()
  const { id, api, desk } = useDesk()
  const isNew = templateId === 'new'
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'templates', 'one', templateId],
    queryFn: ({ signal }) => api.read<Template>(`${desk}/task-templates/${templateId}`, {}, signal),
    enabled: !isNew,
  })
  if (isNew) return <TemplateForm key="new" template={undefined} />
  if (data) return <TemplateForm key={templateId} template={data} />
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Waiting />
}
