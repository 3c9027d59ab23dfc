import { BoundedMap } from '#core/bounded-map.ts'
import type { Bus } from '#core/bus.ts'
import type { Pool } from '#core/db.ts'
import type { ChosenModel } from '#core/models.ts'
import { findAiSettings, type StoredSettings } from './ai-settings.queries.ts'
import type { Capability, ModelOf } from './provider-models.ts'

/** Settings of a workspace, and the models that were made from them. */
export interface OwnModels {
  own: Pick<StoredSettings, 'providers' | 'models'>
  made: Map<string, Promise<ChosenModel<ModelOf[Capability]>>>
}

const REMEMBERED_MAX = 1000
/** Of names that callers can make up, no more than this is kept for a workspace. */
const MADE_MAX = 100

interface OwnModelsReader {
  /** What is remembered. */
  known(workspaceId: string): OwnModels | undefined
  read(workspaceId: string): Promise<OwnModels>
}

/** Reads them once, and remembers while it surely hears of every change. */
export function ownModelsReader({ pool, bus }: { pool: Pool; bus: Bus }): OwnModelsReader {
  const remembered = new BoundedMap<string, OwnModels>(REMEMBERED_MAX)
  // What was on its way when a change came must not be remembered.
  let generation = 0
  const forget = (): void => {
    generation += 1
    remembered.clear()
  }
  bus.on('ai-settings', forget)
  bus.onGap(forget)

  const known = (workspaceId: string): OwnModels | undefined => (bus.isLive() ? remembered.get(workspaceId) : undefined)

  async function read(workspaceId: string): Promise<OwnModels> {
    const asked = generation
    const { providers, models } = (await findAiSettings({ db: pool, workspaceId })) ?? { providers: [], models: {} }
    const found: OwnModels = { own: { providers, models }, made: new BoundedMap(MADE_MAX) }
    if (asked !== generation) return found
    remembered.set(workspaceId, found)
    return found
  }

  return { known, read }
}
