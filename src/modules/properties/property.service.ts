import { assertVersion, inTransaction, type Scope, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failInapplicable } from '#core/errors.ts'
import { currencyDecimals } from '#core/money.ts'
import type { Listed } from '#core/paging.ts'
import { changesIn, mergeFields } from '#core/patch.ts'
import { isRestricted } from '#core/principal.ts'
import { recordWork } from '#modules/identity/audit.service.ts'
import { getSettings } from '#modules/identity/workspace.service.ts'
import * as properties from './property.queries.ts'
import { inapplicable } from './property.rules.ts'
import { PROPERTY_FIXED, PropertyUpdate, type PropertyCreate, type PropertyQuery } from './property.schema.ts'

export const failures = defineFailures({
  property_not_found: { status: 404, text: 'No such property in this workspace.' },
  property_name_unknown: { status: 422, text: 'No property of this workspace has that name or code.' },
  property_name_ambiguous: { status: 422, text: 'Several properties have that name or code. Send propertyId.' },
  property_inapplicable: { status: 422, text: 'The values do not fit together.' },
})

export function listProperties(ctx: WorkspaceCtx, query: PropertyQuery): Promise<Listed<properties.PropertyRow>> {
  return properties.listProperties(ctx, query, { reduced: isRestricted(ctx.principal) })
}

export async function getProperty(ctx: WorkspaceCtx, propertyId: string): Promise<properties.PropertyRow> {
  return (await properties.findProperty(ctx, propertyId)) ?? fail(failures.property_not_found)
}

export async function isPropertyHere(ctx: Scope, propertyId: string): Promise<boolean> {
  return (await properties.findProperty(ctx, propertyId)) !== undefined
}

/** The one property that is called so; for requests that know no id. */
export async function propertyNamed(ctx: Scope, name: string): Promise<string> {
  const [first, second] = await properties.findNamed(ctx, name)
  const errors = [{ pointer: '/propertyName', code: 'inapplicable', message: 'Must name exactly one property.' }]
  if (!first) fail(failures.property_name_unknown, { errors })
  if (second) fail(failures.property_name_ambiguous, { errors })
  return first.id
}

export async function createProperty(ctx: WorkspaceCtx, input: PropertyCreate): Promise<properties.PropertyRow> {
  return inTransaction(ctx, async (ctx) => {
    await assertApplicable(ctx, input, input)
    const { status = 'ONBOARDING', customFields = {}, ...fields } = input
    const property = { id: newId(), status, customFields: mergeFields({}, customFields), ...fields }
    const row = (await properties.insertProperty(ctx, property)) ?? fail(failures.property_not_found)
    await trace(ctx, 'property.created', row, {})
    return row
  })
}

export async function updateProperty(
  ctx: WorkspaceCtx,
  propertyId: string,
  changes: PropertyUpdate,
): Promise<properties.PropertyRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await properties.lockProperty(ctx, propertyId)) ?? fail(failures.property_not_found)
    assertVersion(ctx, before.version)
    const { customFields } = changes
    const wanted = customFields ? { ...changes, customFields: mergeFields(before.customFields, customFields) } : changes
    const fields = changesIn(before, wanted, PropertyUpdate, PROPERTY_FIXED)
    if (Object.keys(fields).length === 0) return before
    await assertApplicable(ctx, { ...before, ...fields }, fields)
    const after = (await properties.saveProperty(ctx, before, fields)) ?? fail(failures.property_not_found)
    await trace(ctx, 'property.updated', after, { changed: Object.keys(fields) }, before)
    return after
  })
}

export async function deleteProperty(
  ctx: WorkspaceCtx,
  propertyId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await properties.lockProperty(ctx, propertyId)) ?? fail(failures.property_not_found)
    assertVersion(ctx, before.version)
    const row = (await properties.softDeleteProperty(ctx, propertyId)) ?? fail(failures.property_not_found)
    await trace(ctx, 'property.deleted', before, {})
    return { ...row, deleted: true }
  })
}

/** Only its name is in the log, and which fields changed: how to get in is among them. */
function trace(
  ctx: TxCtx,
  action: string,
  { id, name }: properties.PropertyRow,
  news: { changed?: string[] },
  before?: properties.PropertyRow,
): Promise<void> {
  const event = { propertyId: id, ...news }
  return recordWork(ctx, { action, targetKind: 'property', targetId: id, details: { name, ...news }, before, event })
}

async function assertApplicable(
  ctx: TxCtx,
  property: PropertyCreate | PropertyUpdate,
  sent: PropertyCreate | PropertyUpdate,
): Promise<void> {
  const { currency } = await getSettings(ctx)
  const reason = inapplicable(property, sent, { code: currency, decimals: currencyDecimals(currency) })
  if (reason) failInapplicable(failures.property_inapplicable, reason.field, reason.message)
}
