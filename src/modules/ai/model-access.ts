import type { Bus } from '#core/bus.ts'
import type { Pool } from '#core/db.ts'
import type { ChosenModel, ModelAccess } from '#core/models.ts'
import { createMaker, type MakerParts } from './model-maker.ts'
import { openDirectLine } from './model-line.ts'
import { ownModelsReader } from './own-models.ts'
import type { Capability, ModelOf } from './provider-models.ts'

interface ModelAccessParts extends Omit<MakerParts, 'direct'> {
  pool: Pool
  bus: Bus
}

type Made<C extends Capability> = Promise<ChosenModel<ModelOf[C]>>

/** Models by the settings of the operator and of each workspace. */
export function createModelAccess({ pool, bus, ...parts }: ModelAccessParts): ModelAccess {
  const ownModels = ownModelsReader(pool, bus)
  const direct = openDirectLine()
  const maker = createMaker({ ...parts, direct })

  async function chosen<C extends Capability>(workspaceId: string, name: string, capability: C): Made<C> {
    const { own, made } = await ownModels(workspaceId)
    const key = `${capability} ${name}`
    const known = made.get(key)
    if (known) return known as Made<C>
    const making = maker.make({ workspaceId, own, name, capability })
    const model = await making
    made.set(key, making)
    return model
  }

  return {
    language: (workspaceId, name) => chosen(workspaceId, name, 'language'),
    embedding: (workspaceId, name) => chosen(workspaceId, name, 'embedding'),
    transcription: (workspaceId, name) => chosen(workspaceId, name, 'transcription'),
    image: (workspaceId, name) => chosen(workspaceId, name, 'image'),
    offer: maker.offer,
    close: () => direct.close(),
  }
}
