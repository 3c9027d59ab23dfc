import { operation } from '#core/operation.ts'
import { Availability, AvailabilityQuery } from './availability.schema.ts'
import { failures, getAvailability as availability } from './availability.service.ts'
import { WorkProfilePath } from './work-profile.schema.ts'

export const getAvailability = operation({
  id: 'getAvailability',
  summary: 'Read when a member works on certain days',
  description: 'From the usual shifts, days off and extra shifts.',
  tag: 'Workforce',
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/members/:membershipId/availability' },
  params: WorkProfilePath,
  query: AvailabilityQuery,
  reply: Availability,
  errors: [failures.member_not_found, failures.range_inapplicable],
  run: (ctx, { membershipId, ...range }) => availability(ctx, membershipId, range),
})
