/** The ten recipes of docs/workflows.md, in their order; a test holds the two together. */
export const RECIPES: readonly string[] = [
  `document: { dsl: 1.0.3, namespace: recipes, name: welcome-property, version: 1.0.0 }
schedule:
  on: { one: { with: { type: ops.property.created.v1 } } }
do:
  - read: { call: 'property-get:1.0.0@default', with: { propertyId: '\${ .[0].data.propertyId }' } }
  - inspect:
      call: task-create:1.0.0@default
      with:
        title: '\${ "First inspection of " + .name }'
        propertyId: '\${ .id }'
        departmentId: '\${ .customFields.departmentId }'
`,
  `document: { dsl: 1.0.3, namespace: recipes, name: morning-round, version: 1.0.0 }
schedule: { cron: '0 7 * * *' }
do:
  - look: { call: 'task-list:1.0.0@default', with: { priority: URGENT, limit: 1 } }
  - count: { set: { urgent: '\${ .pagination.total }' } }
`,
  `document: { dsl: 1.0.3, namespace: recipes, name: choose-priority, version: 1.0.0 }
do:
  - choose:
      switch:
        - flood: { when: '.text | test("flood|leak"; "i")', then: urgent }
        - other: { then: normal }
  - urgent: { set: { priority: URGENT }, then: end }
  - normal: { set: { priority: NORMAL } }
`,
  `document: { dsl: 1.0.3, namespace: recipes, name: check-all, version: 1.0.0 }
do:
  - homes: { call: 'property-list:1.0.0@default', with: { limit: 100 } }
  - each:
      for: { each: home, in: '.items' }
      do:
        - make:
            call: task-create:1.0.0@default
            with:
              title: '\${ "Check the heating of " + $home.name }'
              propertyId: '\${ $home.id }'
              departmentId: '\${ $workflow.input.departmentId }'
            output: { as: '\${ $task.input }' }
`,
  `document: { dsl: 1.0.3, namespace: recipes, name: remind, version: 1.0.0 }
do:
  - pause: { wait: { seconds: 1 } }
  - look: { call: 'task-get:1.0.0@default', with: { taskId: '\${ .taskId }' } }
  - raise-priority:
      if: '.status != "COMPLETED"'
      call: task-update:1.0.0@default
      with: { taskId: '\${ .id }', priority: HIGH }
`,
  `document: { dsl: 1.0.3, namespace: recipes, name: ask-patiently, version: 1.0.0 }
do:
  - ask:
      try:
        - get: { call: http, with: { method: get, endpoint: '\${ .url }' } }
      catch:
        errors: { with: { type: https://serverlessworkflow.io/spec/1.0.0/errors/communication } }
        retry:
          delay: { milliseconds: 50 }
          backoff: { exponential: {} }
          limit: { attempt: { count: 4 } }
`,
  `document: { dsl: 1.0.3, namespace: recipes, name: both-at-once, version: 1.0.0 }
do:
  - both:
      fork:
        branches:
          - clean: { call: 'task-create:1.0.0@default', with: { title: Clean, departmentId: '\${ .departmentId }' } }
          - linen: { call: 'task-create:1.0.0@default', with: { title: Linen, departmentId: '\${ .departmentId }' } }
  - ids: { set: { made: '\${ [.[].title] }' } }
`,
  `document: { dsl: 1.0.3, namespace: recipes, name: await-delivery, version: 1.0.0 }
do:
  - hear:
      listen:
        to:
          one:
            with:
              type: recipes.delivered
              data: '\${ .order == $workflow.input.order }'
  - keep: { set: { from: '\${ .[0].by }' } }
`,
  `document: { dsl: 1.0.3, namespace: recipes, name: tell-delivery, version: 1.0.0 }
do:
  - tell:
      emit:
        event:
          with:
            type: recipes.delivered
            source: https://example.com/recipes
            data: { order: '\${ .order }', by: '\${ .by }' }
`,
  `document: { dsl: 1.0.3, namespace: recipes, name: report-problem, version: 1.0.0 }
do:
  - judge:
      run: { workflow: { namespace: recipes, name: choose-priority, version: 1.0.0, input: { text: '\${ .text }' } } }
  - make:
      call: task-create:1.0.0@default
      with:
        title: '\${ $workflow.input.text }'
        priority: '\${ .priority }'
        departmentId: '\${ $workflow.input.departmentId }'
`,
]

export const BLANK = `document: { dsl: 1.0.3, namespace: default, name: hello, version: 1.0.0 }
do:
  - greet: { set: { text: Hello } }
`
