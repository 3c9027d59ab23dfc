import { BoundedMap } from '#core/bounded-map.ts'
import type { Bus } from '#core/bus.ts'
import type { Pool } from '#core/db.ts'
import type { ChosenModel } from '#core/models.ts'
import { recallUnder } from '#core/recall.ts'
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

/** Reads them once, and remembers while it surely hears of every change. */
export function ownModelsReader(pool: Pool, bus: Bus): (workspaceId: string) => Promise<OwnModels> {
  const recall = recallUnder(bus, 'ai-settings', REMEMBERED_MAX)
  return (workspaceId) =>
    recall(workspaceId, async () => {
      const { providers, models } = (await findAiSettings({ db: pool, workspaceId })) ?? { providers: [], models: {} }
      return { own: { providers, models }, made: new BoundedMap(MADE_MAX) }
    })
}
