import { assertVersion, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { changesIn } from '#core/patch.ts'
import { recordWork } from '#modules/identity/audit.service.ts'
import * as guides from './property-guide.queries.ts'
import { GUIDE_FIXED, type PropertyGuide, PropertyGuideUpdate } from './property-guide.schema.ts'
import { findProperty, type PropertyRow } from './property.queries.ts'
import { failures } from './property.service.ts'

type Guide = PropertyGuide & { version: number }

export async function getGuide(ctx: WorkspaceCtx, propertyId: string): Promise<Guide> {
  return (await guides.findGuide(ctx, propertyId)) ?? fail(failures.property_not_found)
}

/** The words themselves stay out of the event and of the log: a password is among them. */
export function updateGuide(ctx: WorkspaceCtx, propertyId: string, changes: PropertyGuideUpdate): Promise<Guide> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await guides.lockGuide(ctx, propertyId)) ?? fail(failures.property_not_found)
    assertVersion(ctx, before.version)
    const fields = changesIn(before, changes, PropertyGuideUpdate, GUIDE_FIXED)
    if (Object.keys(fields).length === 0) return before
    const after = (await guides.saveGuide(ctx, before.id, fields)) ?? fail(failures.property_not_found)
    const [target, changed] = [{ targetKind: 'property', targetId: before.id }, Object.keys(fields)]
    const event = { propertyId: before.id, changed }
    await recordWork(ctx, { action: 'property.updated', ...target, details: { changed }, event })
    return after
  })
}

/** All that is known of a property, for those who are let in. */
export async function findWithGuide(ctx: WorkspaceCtx, propertyId: string): Promise<(PropertyRow & Guide) | undefined> {
  const property = await findProperty(ctx, propertyId)
  const guide = property && (await guides.findGuide(ctx, propertyId))
  return guide && { ...property, ...guide }
}
