import { afterAll, describe, expect, test } from 'vitest'
import { expressions, runWorkflow } from '#test/workflow.ts'
import { NO_JSONATA } from './jsonata.rules.ts'

afterAll(() => expressions.close())

const COLORS = `
do:
  - setRed: { set: { colors: '\${ .colors + ["red"] }' } }
  - setGreen: { set: { colors: '\${ .colors + ["green"] }' } }
  - setBlue: { set: { colors: '\${ .colors + ["blue"] }' } }`

describe('do and set', () => {
  test('tasks run in the order in which they stand, each with what the one before gave', async () => {
    const { output, ran } = await runWorkflow(COLORS)
    expect(output).toEqual({ colors: ['red', 'green', 'blue'] })
    expect(ran).toEqual(['setRed', 'setGreen', 'setBlue'])
  })

  test('set replaces the data, with expressions anywhere in it', async () => {
    const input = { configuration: { size: { width: 6 }, fill: { red: 69 } } }
    const tasks = `
do:
  - initialize:
      set:
        shape: circle
        size: '\${ .configuration.size }'
        list: [ '\${ .configuration.fill.red }', plain, { deep: '\${ .configuration | keys }' } ]`
    expect((await runWorkflow(tasks, { input })).output).toEqual({
      shape: 'circle',
      size: { width: 6 },
      list: [69, 'plain', { deep: ['fill', 'size'] }],
    })
  })

  test('a task of tasks gives what the last of them gives', async () => {
    const { output, journal } = await runWorkflow(`
do:
  - composite:
      do:
        - one: { set: { a: 1 } }
        - two: { set: { a: '\${ .a + 1 }' } }
  - after: { set: { b: '\${ .a }' } }`)
    expect(output).toEqual({ b: 2 })
    const started = journal.filter(({ kind }) => kind === 'started').map(({ pointer }) => pointer)
    expect(started).toEqual(['/do/0/composite', '/do/0/composite/do/0/one', '/do/0/composite/do/1/two', '/do/1/after'])
  })
})

describe('flow directives', () => {
  test('then goes to a task by its name, and end ends', async () => {
    const { output, ran } = await runWorkflow(`
do:
  - setRed: { set: { colors: '\${ .colors + ["red"] }' }, then: setGreen }
  - setBlue: { set: { colors: '\${ .colors + ["blue"] }' }, then: end }
  - setGreen: { set: { colors: '\${ .colors + ["green"] }' }, then: setBlue }`)
    expect(output).toEqual({ colors: ['red', 'green', 'blue'] })
    expect(ran).toEqual(['setRed', 'setGreen', 'setBlue'])
  })

  test('exit leaves the list it stands in, end the workflow', async () => {
    const tasks = (directive: string) => `
do:
  - outer:
      do:
        - first: { set: { at: first }, then: ${directive} }
        - second: { set: { at: second } }
  - last: { set: { was: '\${ .at }' } }`
    expect((await runWorkflow(tasks('exit'))).output).toEqual({ was: 'first' })
    expect((await runWorkflow(tasks('end'))).output).toEqual({ at: 'first' })
    expect((await runWorkflow(tasks('continue'))).output).toEqual({ was: 'second' })
  })

  test('a jump back is another time round, and has another key', async () => {
    const { output, effects } = await runWorkflow(
      `
do:
  - tell: { call: 'note:1.0.0@default', with: { n: '\${ .n }' }, output: { as: '$input' } }
  - more: { set: { n: '\${ .n + 1 }' } }
  - again:
      switch:
        - enough: { when: .n > 2, then: end }
        - notYet: { then: tell }`,
      { input: { n: 0 } },
    )
    expect(output).toEqual({ n: 3 })
    expect(effects.map(({ key }) => key)).toEqual(['/do/0/tell/0', '/do/0/tell/1', '/do/0/tell/2'])
  })

  test('if leaves a task out, its then too', async () => {
    const { output, journal } = await runWorkflow(
      `
do:
  - maybe: { if: .go, set: { went: true }, then: end }
  - last: { set: { kept: '\${ .go }' } }`,
      { input: { go: false } },
    )
    expect(output).toEqual({ kept: false })
    expect(journal.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'skipped maybe',
      'started last',
      'completed last',
    ])
  })
})

describe('switch', () => {
  const tasks = (more: string) => `
do:
  - switchColor:
      switch:
        - red: { when: '.color == "red"', then: setRed }
        - green: { when: '.color == "green"', then: setGreen }
        ${more}
      then: end
  - setRed: { set: { colors: '\${ .colors + [ "red" ] }' }, then: end }
  - setGreen: { set: { colors: '\${ .colors + [ "green" ] }' }, then: end }
  - setCustom: { set: { colors: '\${ .colors + [ $input.color ] }' } }`

  test('goes where the first case that is true says', async () => {
    expect((await runWorkflow(tasks(''), { input: { color: 'green' } })).output).toEqual({ colors: ['green'] })
  })

  test('without such a case goes on as its own then says', async () => {
    const { output, ran } = await runWorkflow(tasks(''), { input: { color: 'yellow' } })
    expect(output).toEqual({ color: 'yellow' })
    expect(ran).toEqual(['switchColor'])
  })

  test('a case without a condition is for all others', async () => {
    const { output } = await runWorkflow(tasks('- other: { then: setCustom }'), { input: { color: 'yellow' } })
    expect(output).toEqual({ colors: ['yellow'] })
  })
})

describe('for', () => {
  const marks = `'\${ { colors: (.processed.colors + [ $color ]), indexes: (.processed.indexes + [ $index ])} }'`

  test('goes through a list, each round with what the one before gave', async () => {
    const { output, journal } = await runWorkflow(
      `
do:
  - loopColors:
      for: { each: color, in: .colors }
      do:
        - markProcessed: { set: { processed: ${marks} } }`,
      { input: { colors: ['red', 'green', 'blue'] } },
    )
    expect(output).toEqual({ processed: { colors: ['red', 'green', 'blue'], indexes: [0, 1, 2] } })
    const rounds = journal.filter(({ kind, name }) => kind === 'completed' && name === 'markProcessed')
    expect(rounds.map(({ iteration }) => iteration)).toEqual(['0.0.0', '0.1.0', '0.2.0'])
  })

  test('stops when while is no longer true; at is the name of the index; an empty list changes nothing', async () => {
    const tasks = `
do:
  - loop:
      for: { each: n, in: '\${ .list }', at: i }
      while: $n < 3
      do:
        - sum: { set: { list: '\${ .list }', sum: '\${ (.sum // 0) + $n * ($i + 1) }' } }`
    expect((await runWorkflow(tasks, { input: { list: [1, 2, 3, 4] } })).output).toMatchObject({ sum: 5 })
    expect((await runWorkflow(tasks, { input: { list: [] } })).output).toEqual({ list: [] })
  })

  test('loops stand in one another, the inner variable before the outer', async () => {
    const { output } = await runWorkflow(
      `
do:
  - outer:
      for: { each: row, in: .rows }
      do:
        - inner:
            for: { each: cell, in: $row }
            do:
              - add: { set: { rows: '\${ .rows }', all: '\${ .all + ["\\($index):\\($cell)"] }' } }`,
      { input: { rows: [['a', 'b'], ['c']] } },
    )
    expect(output).toMatchObject({ all: ['0:a', '1:b', '0:c'] })
  })

  test('what is no list is an error of the expression', async () => {
    const { error } = await runWorkflow('do: [{ loop: { for: { in: .x }, do: [{ a: { set: { a: 1 } } }] } }]')
    expect(error).toMatchObject({ type: expect.stringMatching(/expression$/), status: 400, instance: '/do/0/loop' })
  })
})

describe('data flow', () => {
  test('input.from is what the task works on, and $task.input what it was before', async () => {
    const { output } = await runWorkflow(
      `
do:
  - setPlayerId:
      input: { from: .user.claims.subject }
      set: { playerId: '\${ . }', same: '\${ $input }', raw: '\${ $task.input.user.claims.subject }' }`,
      { input: { user: { claims: { subject: 'S' } } } },
    )
    expect(output).toEqual({ playerId: 'S', same: 'S', raw: 'S' })
  })

  test('output.as makes what the next task gets, also no object', async () => {
    const answer = () => ({ output: { id: 7, name: 'Milou' } })
    const { output } = await runWorkflow(
      `
do:
  - one: { call: 'pet:1.0.0@default', output: { as: .id } }
  - two: { call: 'pet:1.0.0@default', output: { as: '{ ids: [ $input, .id ] }' } }`,
      { answer },
    )
    expect(output).toEqual({ ids: [7, 7] })
  })

  test('export.as makes the context, which begins as the input of the workflow', async () => {
    const { output } = await runWorkflow(
      `
input: { from: '{ who: .name }' }
output: { as: '{ context: $context, last: . }' }
do:
  - first: { set: { n: 1 }, export: { as: '$context + { n: $output.n, raw: $task.output.n }' } }
  - second: { set: { seen: '\${ $context.n }', who: '\${ $context.who }' } }`,
      { input: { name: 'Ana' } },
    )
    expect(output).toEqual({ context: { who: 'Ana', n: 1, raw: 1 }, last: { seen: 1, who: 'Ana' } })
  })

  test('the descriptors of task, workflow and runtime are those of the standard', async () => {
    const { output } = await runWorkflow(
      `
do:
  - look:
      set:
        task: '\${ [$task.name, $task.reference, $task.definition.then, $task.startedAt.iso8601] }'
        workflow: '\${ [$workflow.id, $workflow.input.a, $workflow.definition.document.name] }'
        runtime: '\${ $runtime.name }'
      then: continue`,
      { input: { a: 1 } },
    )
    expect(output).toEqual({
      task: ['look', '/do/0/look', 'continue', '2026-11-15T08:00:00.000Z'],
      workflow: ['run-1', 1, 'example'],
      runtime: 'innkeeper',
    })
  })

  test('schemas are checked: of the input before from, of the output after as, of the context', async () => {
    const wants = (name: string) => `schema: { document: { type: object, required: [${name}] } }`
    const cases = [
      [`input: { ${wants('a')} }\ndo: [{ x: { set: { b: 1 } } }]`, '/input'],
      [`output: { ${wants('a')} }\ndo: [{ x: { set: { b: 1 } } }]`, '/output'],
      [`do: [{ x: { input: { ${wants('a')}, from: . }, set: { b: 1 } } }]`, '/do/0/x'],
      [`do: [{ x: { set: { b: 1 }, output: { ${wants('a')} } } }]`, '/do/0/x'],
      [`do: [{ x: { set: { b: 1 }, export: { ${wants('a')}, as: . } } }]`, '/do/0/x'],
    ]
    for (const [tasks = '', instance] of cases) {
      const { error } = await runWorkflow(tasks)
      expect(error, tasks).toMatchObject({ type: expect.stringMatching(/validation$/), status: 400, instance })
      expect((await runWorkflow(tasks.replaceAll('required: [a]', 'required: []'))).error, tasks).toBeUndefined()
    }
  })

  test('a text without ${ } is a text, and in loose mode an expression where it is one', async () => {
    const tasks = 'do: [{ x: { set: { a: .n, b: not an expression, c: "${ .n }" } } }]'
    expect((await runWorkflow(tasks, { input: { n: 1 } })).output).toEqual({ a: '.n', b: 'not an expression', c: 1 })
    const loose = `evaluate: { mode: loose }\n${tasks}`
    expect((await runWorkflow(loose, { input: { n: 1 } })).output).toEqual({ a: 1, b: 'not an expression', c: 1 })
  })

  test('JSONata is no language any more: what was published in it fails with that sentence', async () => {
    const { error } = await runWorkflow(`
evaluate: { language: jsonata }
do: [ { sum: { set: { total: '\${ $sum(list) }' } } } ]`)
    expect(error).toMatchObject({ type: expect.stringContaining('expression'), detail: NO_JSONATA })
  })
})
