import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listVendors as list } from './vendor.queries.ts'
import * as schema from './vendor.schema.ts'
import { failures as skillFailures } from './skill.service.ts'
import * as vendors from './vendor.service.ts'

const { vendor_not_found } = vendors.failures
const { skill_unknown } = skillFailures
const LIST = '/workspaces/:workspaceId/vendors'
const ITEM = `${LIST}/:vendorId`

export const listVendors = operation({
  id: 'listVendors',
  summary: 'List vendors',
  tag: 'Vendors',
  access: { role: 'member' },
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.VendorQuery,
  reply: schema.VendorPage,
  run: (ctx, query) => list(ctx, query),
})

export const getVendor = operation({
  id: 'getVendor',
  summary: 'Read a vendor',
  tag: 'Vendors',
  access: { role: 'member' },
  rest: { method: 'GET', path: ITEM },
  params: schema.VendorPath,
  reply: schema.Vendor,
  versioned: true,
  errors: [vendor_not_found],
  run: (ctx, { vendorId }) => vendors.getVendor(ctx, vendorId),
})

export const createVendor = operation({
  id: 'createVendor',
  summary: 'Create a vendor',
  tag: 'Vendors',
  access: { role: 'manager' },
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.VendorCreate,
  reply: schema.Vendor,
  status: 201,
  versioned: true,
  errors: [skill_unknown],
  run: (ctx, input) => vendors.createVendor(ctx, input),
})

export const updateVendor = operation({
  id: 'updateVendor',
  summary: 'Change a vendor',
  tag: 'Vendors',
  access: { role: 'manager' },
  rest: { method: 'PATCH', path: ITEM },
  params: schema.VendorPath,
  body: schema.VendorUpdate,
  reply: schema.Vendor,
  versioned: true,
  errors: [vendor_not_found, skill_unknown],
  run: (ctx, { vendorId, ...changes }) => vendors.updateVendor(ctx, vendorId, changes),
})

export const deleteVendor = operation({
  id: 'deleteVendor',
  summary: 'Delete a vendor',
  description: 'Tasks that it is on keep it; new work cannot be given to it.',
  tag: 'Vendors',
  access: { role: 'manager' },
  rest: { method: 'DELETE', path: ITEM },
  params: schema.VendorPath,
  reply: Deleted,
  conditional: true,
  errors: [vendor_not_found],
  run: (ctx, { vendorId }) => vendors.deleteVendor(ctx, vendorId),
})
