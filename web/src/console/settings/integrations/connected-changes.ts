import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  IntegrationCheck,
  IntegrationDeleted,
} from '../../../../../src/modules/integrations/integration.schema.ts'
import type { PropertySystem } from '../../../../../src/modules/stays/property-system.schema.ts'
import type { ConnectionCheck } from '../../../../../src/modules/sync/connection-check.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { reasonOf } from '../../shell/refusal.ts'
import { useChange } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import type { Connected } from './connected.ts'
import type { IntegrationsWords } from './words/en.ts'
import { integrationsWords } from './words/integrations-words.ts'

interface Outcome {
  tone: 'good' | 'warn' | 'danger'
  text: string
}

/** Tests, pauses and removes one of them. */
export function useConnectedChanges({ id: connectedId, noun, name }: Connected) {
  const words = useWords(integrationsWords)
  const shell = useWords(shellWords)
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const path = `${desk}/${noun}/${connectedId}`
  const again = (): void => void client.invalidateQueries({ queryKey: [id, noun] })
  const test = useChange<null, PropertySystem | ConnectionCheck | IntegrationCheck>({
    send: (_, key) => api.send(`${path}/${noun === 'property-systems' ? 'poll' : 'test'}`, { method: 'POST', key }),
    onDone(result) {
      setOutcome(outcomeOf(result, words))
      again()
    },
    onRefused(problem) {
      setOutcome({ tone: 'danger', text: reasonOf(problem, shell) })
      return true
    },
  })
  const pause = useChange<{ status: 'active' | 'paused' }, unknown>({
    send: (body, key) => api.send(path, { method: 'PATCH', body, key }),
    onDone: again,
    said: (_, { status }) => (status === 'active' ? words.isResumed(name) : words.isPaused(name)),
  })
  const remove = useChange<Connected, Partial<IntegrationDeleted>>({
    send: (_, key) => api.send(path, { method: 'DELETE', key }),
    onDone: again,
    said: ({ revocation, problem }) =>
      revocation === 'failed' ? words.notRevoked(name, problem ?? '') : words.removed(name),
  })
  return { test, pause, remove, outcome }
}

function outcomeOf(result: PropertySystem | ConnectionCheck | IntegrationCheck, words: IntegrationsWords): Outcome {
  if ('ok' in result) return { tone: result.ok ? 'good' : 'danger', text: result.message }
  if ('isWorking' in result) {
    const { isWorking, account, problem } = result
    const good = account === null ? words.works : words.worksAs(account)
    return isWorking ? { tone: 'good', text: good } : { tone: 'danger', text: problem ?? '' }
  }
  const { failures, lastError, lastResult } = result
  if (failures > 0) return { tone: 'danger', text: lastError ?? '' }
  const found = words.found(lastResult?.stays ?? 0)
  return lastError === null ? { tone: 'good', text: found } : { tone: 'warn', text: `${found} ${lastError}` }
}
