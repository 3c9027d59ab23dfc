import { useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../shell/console-context.ts'

/** Asks again for all that is about one workflow, and for the lists that it is in. */
export function useWorkflowAgain(workflowId: string): () => void {
  const client = useQueryClient()
  const { id } = useDesk()
  return () => {
    void client.invalidateQueries({ queryKey: [id, 'workflow', workflowId] })
    for (const list of ['workflows', 'automations']) void client.invalidateQueries({ queryKey: [id, list] })
  }
}
