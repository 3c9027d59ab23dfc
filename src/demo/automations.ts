/** What runs by itself in the demo. `{departmentId}` stands for the department that does the work. */
export const AUTOMATIONS = [
  {
    name: 'Turnover clean after check-out',
    description: 'When guests have left, the home is to be cleaned on the same day.',
    department: 'Housekeeping',
    tags: ['cleaning'],
    text: `document:
  dsl: 1.0.3
  namespace: seaside-homes
  name: turnover-clean
  version: 1.0.0
  title: Turnover clean after check-out
schedule:
  on:
    one:
      with:
        type: ops.reservation.checked-out.v1
do:
  - stay:
      call: reservation-get:1.0.0@default
      with:
        reservationId: \${ .[0].data.reservationId }
  - clean:
      call: task-create:1.0.0@default
      with:
        title: '\${ "Turnover clean: " + .propertyName }'
        departmentId: {departmentId}
        propertyId: \${ .propertyId }
        reservationId: \${ .id }
        scheduledDate: \${ .checkoutDate }
        priority: HIGH
        useDefaultAssignees: true
`,
  },
  {
    name: 'Costly urgent work needs an approval',
    description:
      'An urgent task above 200 waits for a manager: it cannot be completed before. What was approved is asked again only when it grows.',
    department: 'Maintenance',
    tags: ['approvals', 'costs'],
    text: `document:
  dsl: 1.0.3
  namespace: seaside-homes
  name: urgent-cost-approval
  version: 1.0.0
  title: Costly urgent work needs an approval
schedule:
  on:
    any:
      - with:
          type: ops.task.created.v1
      - with:
          type: ops.task.updated.v1
          data: '\${ .changed | any(. == "cost" or . == "priority") }'
      - with:
          type: ops.task.costs-changed.v1
          data: \${ .change != "removed" }
do:
  - task:
      call: task-get:1.0.0@default
      with:
        taskId: \${ .[0].data.taskId }
        include: costItems
      output:
        as: '\${ . + { cost: ((.costItems | map(.amount) | add) // .cost // 0) } }'
      export:
        as: '\${ { taskId: .id, cost: .cost } }'
  - isCostly:
      switch:
        - costly:
            when: .priority == "URGENT" and .cost > 200 and .cost > (.customFields.approvedCost // 0)
            then: ask
        - other:
            then: end
  - ask:
      call: approval:1.0.0@default
      with:
        question: '\${ "Spend \\(.cost) \\(.costCurrency) on \\(.title)?" }'
        taskId: \${ .id }
        assignees:
          roles: [manager, admin]
        dueAfter: P1D
        remindEvery: PT4H
  - answer:
      switch:
        - approved:
            when: .decision == "approved"
            then: approvedBefore
        - rejected:
            then: tell
  - approvedBefore:
      call: task-get:1.0.0@default
      with:
        taskId: \${ $context.taskId }
  - remember:
      call: task-update:1.0.0@default
      with:
        taskId: \${ $context.taskId }
        customFields:
          approvedCost: '\${ [.customFields.approvedCost // 0, $context.cost] | max }'
      then: end
  - tell:
      call: task-comment-add:1.0.0@default
      with:
        taskId: \${ $context.taskId }
        content: The cost was not approved. Find a cheaper way, or ask again.
`,
  },
] as const
