import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WorkflowDraft } from '../../../../../src/modules/workflows/definition.schema.ts'
import type { Problem } from '../../../../../src/modules/workflows/problem.schema.ts'
import type { Desk } from '../../shell/console-context.ts'
import type { Catalog } from './completion.ts'
import type { Graph } from './diagram-layout.ts'

const PAUSE_MILLIS = 400
/** A text that was changed is not asked about again. */
const KEPT_MILLIS = 30_000

export interface Checked {
  isValid: boolean
  problems: Problem[]
  problemCount: number
}

type Content = Pick<WorkflowDraft, 'text' | 'format'>

export function catalogQuery({ id, api, open }: Desk) {
  return queryOptions({
    queryKey: [id, 'workflow-catalog'],
    staleTime: Infinity,
    queryFn: ({ signal }) => api.read<Catalog>(`${open}/workflow-catalog`, {}, signal),
  })
}

export function checkQuery({ id, api, open }: Desk, content: Content) {
  return queryOptions({
    queryKey: [id, 'workflow-check', content],
    enabled: content.text.trim() !== '',
    staleTime: Infinity,
    gcTime: KEPT_MILLIS,
    placeholderData: keepPreviousData,
    queryFn: () => api.send<Checked>(`${open}/workflow-validations`, { method: 'POST', body: content }),
  })
}

export function sketchQuery({ id, api, desk }: Desk, content: Content) {
  return queryOptions({
    queryKey: [id, 'workflow-sketch', content],
    enabled: content.text.trim() !== '',
    staleTime: Infinity,
    gcTime: KEPT_MILLIS,
    placeholderData: keepPreviousData,
    queryFn: () => api.send<{ graph: Graph | null }>(`${desk}/workflow-sketches`, { method: 'POST', body: content }),
  })
}

/** The text once nobody has typed for a moment. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MILLIS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
