import { queryOptions } from '@tanstack/react-query'
import type { AiSettings } from '../../../../../src/modules/ai/ai-settings.schema.ts'
import type { Desk } from '../../shell/console-context.ts'

export function modelsQuery({ id, api, desk }: Pick<Desk, 'id' | 'api' | 'desk'>) {
  return queryOptions({
    queryKey: [id, 'ai-settings'],
    queryFn: ({ signal }) => api.readTagged<AiSettings>(`${desk}/ai-settings`, signal),
  })
}
