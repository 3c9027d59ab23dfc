import { operation } from '#core/operation.ts'
import { failures as skillFailures } from './skill.service.ts'
import * as schema from './work-profile.schema.ts'
import * as profiles from './work-profile.service.ts'

const { member_not_found, shifts_overlap } = profiles.failures
const PATH = '/workspaces/:workspaceId/members/:membershipId/work-profile'

export const getWorkProfile = operation({
  id: 'getWorkProfile',
  summary: 'Read what a member can do and when they usually work',
  tag: 'Workforce',
  access: { role: 'member' },
  rest: { method: 'GET', path: PATH },
  params: schema.WorkProfilePath,
  reply: schema.WorkProfile,
  versioned: true,
  errors: [member_not_found],
  run: (ctx, { membershipId }) => profiles.getProfile(ctx, membershipId),
})

export const updateWorkProfile = operation({
  id: 'updateWorkProfile',
  summary: 'Set what a member can do and when they usually work',
  description: 'Shifts are replaced as a whole. Times are of the clock on the wall in the time zone in force.',
  tag: 'Workforce',
  access: { role: 'manager' },
  rest: { method: 'PATCH', path: PATH },
  params: schema.WorkProfilePath,
  body: schema.WorkProfileUpdate,
  reply: schema.WorkProfile,
  versioned: true,
  errors: [member_not_found, shifts_overlap, skillFailures.skill_unknown],
  run: (ctx, { membershipId, ...changes }) => profiles.updateProfile(ctx, membershipId, changes),
})
