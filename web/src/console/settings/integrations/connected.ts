import type { Connection } from '../../../../../src/modules/connections/connection.schema.ts'
import type { Integration } from '../../../../../src/modules/integrations/integration.schema.ts'
import type { PropertySystem } from '../../../../../src/modules/stays/property-system.schema.ts'
import { usePaged, type Paged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import type { Noun, SystemName } from './systems.ts'

/** A system that is connected, whichever of the three nouns it is. */
export interface Connected {
  id: string
  noun: Noun
  system: SystemName
  name: string
  status: 'active' | 'paused' | 'failing'
  /** Of a property system also what a poll that went well left as it was. */
  lastError: string | null
  /** When it last did something; undefined where nobody notes that. */
  lastAt: string | null | undefined
  accounts: readonly string[]
  /** The agent that answers there. */
  agentId: string | null
}

export function useConnected(noun: Noun): Paged<Connected> {
  const { id, desk } = useDesk()
  const list = usePaged<PropertySystem | Connection | Integration>([id, noun], `${desk}/${noun}`)
  return { ...list, items: list.items?.map((item) => connectedOf(noun, item)) }
}

function connectedOf(noun: Noun, item: PropertySystem | Connection | Integration): Connected {
  const { id, name, status } = item
  if ('kind' in item) {
    const { kind, accounts, agentId } = item
    return { id, noun, system: kind, name, status, lastError: null, lastAt: undefined, accounts, agentId }
  }
  const { provider, lastError } = item
  const lastAt = 'lastPollAt' in item ? item.lastPollAt : item.lastSyncAt
  const hasFailed = 'failures' in item ? item.failures > 0 : lastError !== null
  const isFailing = status === 'active' && hasFailed
  const state = isFailing ? 'failing' : status
  return { id, noun, system: provider, name, status: state, lastError, lastAt, accounts: [], agentId: null }
}
