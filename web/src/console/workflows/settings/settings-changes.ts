import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WorkflowRow, WorkflowUpdate } from '../../../../../src/modules/workflows/definition.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { conflictOf } from '../../parts/conflict.ts'
import { sendFields } from '../../parts/send-versioned.ts'
import { useDesk } from '../../shell/console-context.ts'
import type { Tagged } from '../../shell/request.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { useWorkflowAgain } from '../workflow-changes.ts'
import { workflowQuery, type Workflow } from '../workflow-queries.ts'
import { workflowsWords } from '../words/workflows-words.ts'
import { flowSettingsWords } from './words/flow-settings-words.ts'

interface SettingsChange {
  /** What was seen when the change was begun. */
  seen: Tagged<Workflow>
  changes: WorkflowUpdate
}

/** Changes the settings, and archives and restores what is there now. Where two change the same, both are shown. */
export function useSettingsActs(now: Tagged<Workflow>, onSaved: () => void) {
  const { page } = useWords(workflowsWords)
  const { id, api, open } = useDesk()
  const navigate = useNavigate()
  const again = useWorkflowAgain(now.value.id)
  const path = `${open}/workflows/${now.value.id}`
  const restore = useChange<undefined, unknown>({
    send: (_, key) => api.send(path, { method: 'PATCH', body: { status: 'inactive' }, key, match: now.tag }),
    onDone: again,
    said: () => page.restored(now.value.name),
  })
  const archive = useChange<undefined, unknown>({
    send: (_, key) => api.send(path, { method: 'DELETE', key, match: now.tag }),
    onDone() {
      again()
      void navigate({ to: '/$workspaceId/workflows', params: { workspaceId: id } })
    },
    said: () => page.archived(now.value.name),
  })
  return { update: useUpdate(path, again, onSaved), restore, archive }
}

function useUpdate(path: string, again: () => void, onSaved: () => void) {
  const words = useWords(flowSettingsWords)
  const textOf = useFieldText()
  const client = useQueryClient()
  const desk = useDesk()
  const update = useChange<SettingsChange, Tagged<Workflow>>({
    send: (input, key) => sendFields(desk.api, path, input, key),
    onDone(saved) {
      client.setQueryData(workflowQuery(desk, saved.value.id).queryKey, saved)
      onSaved()
      again()
    },
    said: () => words.saved,
    onRefused: (problem, input) =>
      conflictOf<Workflow>(problem, (current) => ({
        title: current.value.name,
        labels: textOf.labels,
        theirs: (field) => textOf(current.value, field),
        mine: (field) => textOf({ ...current.value, ...input.changes }, field),
        takeMine: () => update.mutate(change({ ...input, seen: current })),
      })),
  })
  return update
}

/** A setting as people read it, and what it is called. */
function useFieldText() {
  const { about, turns, retry } = useWords(flowSettingsWords)
  const labels: Record<string, string> = {
    name: about.name,
    description: about.description,
    tags: about.tags,
    retentionDays: about.kept,
    concurrency: turns.title,
    retryDefaults: retry.title,
  }
  const textOf = (workflow: Omit<WorkflowRow, 'status'>, field: string): string => {
    const { tags, concurrency, retryDefaults } = workflow
    if (field === 'tags') return tags.join(', ') || '–'
    if (field === 'concurrency' && concurrency) {
      const { limit, key, policy = 'queue' } = concurrency
      return [`${turns.limit}: ${limit}`, `${turns.policy}: ${turns.policies[policy]}`, key].filter(Boolean).join('\n')
    }
    if (field === 'retryDefaults' && retryDefaults) {
      const { attempts, delaySeconds = 1, backoff = 'exponential' } = retryDefaults
      return [
        `${retry.attempts}: ${attempts}`,
        `${retry.delay}: ${delaySeconds}`,
        `${retry.backoff}: ${retry.backoffs[backoff]}`,
      ].join('\n')
    }
    return String(workflow[field as keyof typeof workflow] ?? '–')
  }
  return Object.assign(textOf, { labels })
}
