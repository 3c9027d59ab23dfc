import { operation } from '#core/operation.ts'
import { pollNow, failures } from './poll.service.ts'
import { PropertySystem, PropertySystemPath } from './property-system.schema.ts'

export const pollPropertySystem = operation({
  id: 'pollPropertySystem',
  summary: 'Poll a property system now',
  description: 'Answers when it is done. Otherwise it is done every five minutes.',
  tag: 'Property systems',
  access: { role: 'admin' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/property-systems/:propertySystemId/poll' },
  params: PropertySystemPath,
  reply: PropertySystem,
  outsideTransaction: true,
  errors: [failures.property_system_not_found, failures.property_system_paused, failures.poll_in_progress],
  run: (ctx, { propertySystemId }) => pollNow(ctx, propertySystemId),
})
