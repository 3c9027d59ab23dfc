import { assertVersion, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { changesIn } from '#core/patch.ts'
import { tracing } from '#modules/identity/audit.service.ts'
import { checkedSkills } from './skill.service.ts'
import * as vendors from './vendor.queries.ts'
import { VENDOR_FIXED, type VendorCreate, VendorUpdate } from './vendor.schema.ts'

type VendorRow = vendors.VendorRow

const trace = tracing('vendor', 'vendorId')

export const failures = defineFailures({
  vendor_not_found: { status: 404, text: 'No such vendor in this workspace.' },
})

export async function getVendor(ctx: WorkspaceCtx, vendorId: string): Promise<VendorRow> {
  return (await vendors.findVendor(ctx, vendorId)) ?? fail(failures.vendor_not_found)
}

export function createVendor(ctx: WorkspaceCtx, { skillIds = [], ...fields }: VendorCreate): Promise<VendorRow> {
  return inTransaction(ctx, async (ctx) => {
    const skills = await checkedSkills(ctx, skillIds)
    const id = newId()
    await vendors.insertVendor(ctx, { id, ...fields })
    await vendors.saveVendorSkills(ctx, id, skills)
    await trace(ctx, 'vendor.created', id, { name: fields.name })
    return getVendor(ctx, id)
  })
}

export function updateVendor(ctx: WorkspaceCtx, vendorId: string, changes: VendorUpdate): Promise<VendorRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await vendors.lockVendor(ctx, vendorId)) ?? fail(failures.vendor_not_found)
    assertVersion(ctx, before.version)
    const wanted = changes.skillIds ? { ...changes, skillIds: await checkedSkills(ctx, changes.skillIds) } : changes
    const news = changesIn(before, wanted, VendorUpdate, VENDOR_FIXED)
    if (Object.keys(news).length === 0) return before
    const { skillIds, ...fields } = news
    if (skillIds) await vendors.saveVendorSkills(ctx, before.id, skillIds)
    await vendors.saveVendor(ctx, before.id, fields)
    await trace(ctx, 'vendor.updated', before.id, news, before)
    return getVendor(ctx, before.id)
  })
}

/** Tasks that it is on keep it, with its name; new work cannot be given to it. */
export function deleteVendor(
  ctx: WorkspaceCtx,
  vendorId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { id, name, version } = (await vendors.lockVendor(ctx, vendorId)) ?? fail(failures.vendor_not_found)
    assertVersion(ctx, version)
    await vendors.softDeleteVendor(ctx, id)
    await trace(ctx, 'vendor.deleted', id, { name })
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}
