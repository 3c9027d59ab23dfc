import type { SealedPlace } from '#core/reseal.ts'
import { seal, unseal, type Signer } from '#core/crypto.ts'
import type { Json } from './document.schema.ts'

const PURPOSE = 'workflow-frame'

/** How the state of a run is kept whose workflow knows secrets: nobody who reads the table reads them. */
export interface Sealer {
  sealed<T>(value: T | null): Json
  /** What was not sealed is as it is. */
  opened<T>(value: T): T
}

/** Moved to another run it does not open. */
export function sealerOf(signer: Signer, workspaceId: string, runId: string): Sealer {
  const owner = `${workspaceId}:${runId}`
  return {
    sealed: (value) => (value === null ? null : { sealed: seal(signer, PURPOSE, owner, JSON.stringify(value)) }),
    opened(value) {
      const text = isSealed(value) ? unseal(signer, PURPOSE, owner, value.sealed) : undefined
      return text === undefined ? value : (JSON.parse(text) as typeof value)
    },
  }
}

/** For a workflow that knows none. */
export const UNSEALED: Sealer['sealed'] = (value) => value as Json

function isSealed(value: unknown): value is { sealed: string } {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false
  return 'sealed' in value && typeof value.sealed === 'string'
}

const SEALED = {
  type: 'jsonb',
  purpose: PURPOSE,
  owner: (row: Record<string, unknown>) => `${String(row['workspace_id'])}:${String(row['run_id'])}`,
  map: (value: unknown, change: (sealed: string) => string) =>
    isSealed(value) ? { sealed: change(value.sealed) } : value,
} as const
const FRAME = { ...SEALED, table: 'wf_frame', key: ['workspace_id', 'run_id', 'id'] } as const

export const SEALED_RUNS: readonly SealedPlace[] = [
  { ...FRAME, column: 'state' },
  { ...FRAME, column: 'pending' },
  { ...FRAME, column: 'ended' },
  { ...SEALED, table: 'wf_value', column: 'value', key: ['workspace_id', 'run_id', 'frame_id', 'id'] },
]
