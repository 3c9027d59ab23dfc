import { expect, test } from 'vitest'
import { staleKeys } from './freshness.ts'

test.for([
  [
    { type: 'task.updated', taskId: 't' },
    [
      ['w', 'tasks'],
      ['w', 'work-orders'],
      ['w', 'calendar'],
      ['w', 'workload'],
      ['w', 'task', 't'],
    ],
  ],
  [{ type: 'task.effect', taskId: 't' }, [['w', 'task', 't', 'activity']]],
  [{ type: 'comment.created', taskId: 't' }, [['w', 'task', 't']]],
  [{ type: 'api_key.revoked', keyId: 'k' }, [['w', 'api-keys']]],
  [
    { type: 'workflow.published', workflowId: 'f' },
    [
      ['w', 'workflows'],
      ['w', 'automations'],
      ['w', 'workflow', 'f'],
    ],
  ],
  [
    { type: 'workflow.approval_requested', approvalId: 'a' },
    [
      ['w', 'workflows'],
      ['w', 'automations'],
      ['w', 'approvals'],
      ['w', 'approval', 'a'],
      ['w', 'notifications'],
    ],
  ],
  [
    { type: 'workflow_run.changed' },
    [
      ['w', 'runs'],
      ['w', 'run-figures'],
      ['w', 'automations'],
    ],
  ],
  [{ type: 'notification.changed' }, [['w', 'notifications']]],
  [{ type: 'inbound_delivery.changed' }, [['w', 'inbound-deliveries']]],
  [{ type: 'member.changed', membershipId: 'm' }, [['w', 'members'], ['w', 'people'], ['w', 'workload'], ['me']]],
  [{ type: 'door_link.created', doorLinkId: 'd', propertyId: 'p' }, [['w', 'property', 'p']]],
  [
    { type: 'interaction.requested', interactionId: 'i', sessionId: 's' },
    [
      ['w', 'agent-interactions'],
      ['w', 'agent-sessions'],
    ],
  ],
  [
    { type: 'reservation.changed', reservationId: 'r' },
    [
      ['w', 'reservations'],
      ['w', 'reservation'],
      ['w', 'calendar'],
    ],
  ],
  [{ type: 'unheard.of' }, []],
] as const)('%o makes these old: %o', ([change, keys]) => {
  expect(staleKeys('w', change)).toEqual(keys)
})
