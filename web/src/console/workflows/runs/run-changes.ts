import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RunRetry } from '../../../../../src/modules/workflows/retry.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { useChange } from '../../shell/use-change.ts'
import { runsWords } from './words/runs-words.ts'

type Act = { kind: 'cancel' | 'suspend' | 'resume' } | { kind: 'retry'; body: RunRetry }

/** What people do with a run. */
export function useRunAct(runId: string, onDone: () => void) {
  const words = useWords(runsWords)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id, api, open } = useDesk()
  return useChange<Act, { id: string }>({
    send: (act, key) =>
      api.send(`${open}/workflow-runs/${runId}/${act.kind}`, {
        method: 'POST',
        key,
        ...(act.kind === 'retry' ? { body: act.body } : {}),
      }),
    onDone(result) {
      onDone()
      for (const name of ['run', 'runs']) void client.invalidateQueries({ queryKey: [id, name] })
      if (result.id !== runId) {
        void navigate({ to: '/$workspaceId/runs/$runId', params: { workspaceId: id, runId: result.id } })
      }
    },
    said: (result, act) => {
      if (result.id !== runId) return words.acts.newRun
      const said = { cancel: 'cancelled', suspend: 'suspended', resume: 'resumed', retry: 'retried' } as const
      return words.acts[said[act.kind]]
    },
  })
}
