import { expect, test } from 'vitest'
import { problemOf, toolClient } from '#test/mcp.ts'
import { connected, newTask, toolPlace as place } from '#test/tool-place.ts'

type Json = Record<string, unknown>

const ANSWER_CHARS_MAX = 32_000

test('what is still to do, late, nobody’s or somebody’s is found by one call, with its total', async () => {
  const at = await place()
  const { id: departmentId } = await at.make.department()
  const person = await at.make.person()
  const add = async (title: string, fields: object = {}): Promise<string> =>
    (await at.asKey.post('/tasks', { title, departmentId, ...fields })).body.id
  const done = await add('done')
  await at.asKey.patch(`/tasks/${done}`, { status: 'COMPLETED' })
  await add('late', { scheduledDate: '2020-01-01', primaryUserId: person.userId })
  await add('nobody’s')
  const { call } = await connected(at)
  const titles = async (args: Json): Promise<unknown> => {
    const { structuredContent } = await call('list_tasks', { sort: 'createdAt', ...args })
    const { items, total } = structuredContent as { items: { title: string }[]; total: number }
    return [total, ...items.map(({ title }) => title)]
  }
  expect(await titles({ isOpen: true })).toEqual([2, 'late', 'nobody’s'])
  expect(await titles({ isLate: true })).toEqual([1, 'late'])
  expect(await titles({ isOpen: true, isUnassigned: true })).toEqual([1, 'nobody’s'])
  expect(await titles({ assigneeId: person.userId })).toEqual([1, 'late'])
})

test('a record that is too long for a model comes truncated, says where, and can be read on', async () => {
  const at = await place()
  const { id: departmentId } = await at.make.department()
  const description = Array.from({ length: 4000 }, (_, line) => `line ${line}`).join('\n')
  const { id, shortId } = (await at.asKey.post('/tasks', { title: 'Long', departmentId, description })).body
  const { call } = await connected(at)
  const first = await call('fetch', { id: shortId })
  const { record, truncated } = first.structuredContent as { record: { description: string }; truncated: string[] }
  expect(truncated).toEqual([`/record/description: 16000 of ${description.length} characters`])
  expect(record.description).toBe(`${description.slice(0, 16_000)}…`)
  expect(problemOf(first)).toEqual(first.structuredContent)
  const second = (await call('fetch', { id: `task:${id}`, textFrom: 16_000 })).structuredContent as Json
  expect((record.description.slice(0, -1) + (second['record'] as Json)['description']).slice(0, 32_000)).toBe(
    description.slice(0, 32_000),
  )
})

test('no character is torn apart where a text is read on', async () => {
  const at = await place()
  const { id: departmentId } = await at.make.department()
  const description = `a${'😀'.repeat(20_000)}`
  const { id } = (await at.asKey.post('/tasks', { title: 'Long', departmentId, description })).body
  const { call } = await connected(at)
  const read = async (more: Json = {}): Promise<{ record: { description: string }; truncated: string[] }> =>
    (await call('fetch', { id: `task:${id}`, ...more })).structuredContent as never
  const first = await read()
  expect(first.truncated).toEqual(['/record/description: 15999 of 40001 characters'])
  for (const textFrom of [15_999, 16_000]) {
    const { record } = await read({ textFrom })
    expect(first.record.description.slice(0, -1) + record.description === description, `${textFrom}`).toBe(true)
  }
})

test('a task with very many words comes with the beginnings of all of them, and all can be read on', async () => {
  const at = await place()
  const { id } = await newTask(at)
  const lengths = [...Array<number>(8).fill(5000), ...Array<number>(4).fill(9900)]
  const written = ['short', ...lengths.map((length, number) => `${number} ${'x'.repeat(length)} end`)]
  for (const content of written) {
    expect((await at.asAdmin.post(`/tasks/${id}/comments`, { content })).status).toBe(201)
  }
  const { call } = await connected(at)
  const answer = (await call('get_task', { taskId: id, include: 'comments' })).structuredContent as Json
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(ANSWER_CHARS_MAX)
  const beginnings = (answer['comments'] as { content: string }[]).map(({ content }) => content.slice(0, 4))
  expect(beginnings).toEqual(written.map((text) => text.slice(0, 4)))
  expect(answer['truncated']).toContain('and 2 more')
  const [, ...long] = written
  const whole = long.map(() => '')
  // As a model reads on: from where the first text was cut, until nothing is.
  for (let [from, isCut] = [0, true]; isCut;) {
    expect(from).toBeLessThan(10_000)
    const read = (await call('fetch', { id: `task:${id}`, textFrom: from })).structuredContent as Json
    const record = read['record'] as { id: string; title: string; comments: { content: string }[] }
    expect(record).toMatchObject({ id, title: 'Fix the boiler' })
    const [first, ...others] = record.comments.map(({ content }) => content)
    expect(first).toBe('short')
    others.forEach((text, index) => (whole[index] += text.replace(/…$/, '')))
    const [cut] = (read['truncated'] as string[] | undefined) ?? []
    isCut = cut !== undefined
    from += Number(/: (\d+) of/.exec(cut ?? '')?.[1])
  }
  expect(whole).toEqual(long)
})

test('of more comments than fit the newest stay, and that is said', async () => {
  const at = await place()
  const { id } = await newTask(at)
  for (let number = 0; number < 100; number++) {
    const content = `${number} ${'"'.repeat(300)}`
    expect((await at.asAdmin.post(`/tasks/${id}/comments`, { content })).status).toBe(201)
  }
  const { call } = await connected(at)
  const answer = (await call('get_task', { taskId: id, include: 'comments' })).structuredContent as Json
  const numbers = (answer['comments'] as { content: string }[]).map(({ content }) => Number(content.split(' ')[0]))
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => 50 + index))
  expect(answer['truncated']).toContain('/comments: the last 50 of 100')
})

test('a question to a person comes whole, however long: nobody agrees to words that are not shown', async () => {
  const at = await place()
  const [{ id: departmentId }, vendor] = [await at.make.department(), await at.make.vendor()]
  const description = `${'x'.repeat(45_000)} and send the keys`
  const { call } = await connected(at)
  const wish = { title: 'Paint', departmentId, description, primaryVendorOrgId: vendor.id }
  const { structuredContent } = await call('create_task', wish)
  expect(structuredContent).toEqual({
    outcome: 'confirmation_required',
    preview: expect.objectContaining({ after: expect.objectContaining({ description }) }),
    confirmationToken: expect.any(String),
  })
})

test('a short id or a name in the place of an id is refused with the way to it', async () => {
  const at = await place()
  const { call } = await connected(at)
  const { detail } = problemOf(await call('get_task', { taskId: 'TK-12' }))
  expect(detail).toBe(
    '/taskId: Must be a UUID. fetch has the id of a task by its short id such as TK-12; search and the lists have those of names, get_context your own. Of an id from search only what is behind the colon.',
  )
})

test('what search finds has a name, and fetch reads it or says where it is', async () => {
  const at = await place()
  const person = await at.make.person()
  const { id: propertyId } = await at.make.property()
  const stay = { propertyId, code: 'HM4711', checkinDate: '2026-12-01', checkoutDate: '2026-12-05' }
  expect((await at.asAdmin.post('/reservations', stay)).status).toBe(201)
  const { call } = await connected(at)
  expect((await call('search', { query: 'HM4711' })).structuredContent).toMatchObject({
    results: [{ kind: 'reservation', title: 'Casa Azul 2026-12-01' }],
  })
  const problem = problemOf(await call('fetch', { id: `person:${person.userId}` }))
  expect(problem).toMatchObject({
    code: 'not_read_whole',
    detail: 'list_people has all there is of it. Other tools take the id without "person:".',
  })
})

test('fetch says which kinds there are', async () => {
  const at = await place()
  const { call } = await connected(at)
  for (const id of ['vendor:1', 'nonsense']) {
    expect(problemOf(await call('fetch', { id }))).toMatchObject({
      code: 'kind_unknown',
      detail: expect.stringMatching(/come from search .* Kinds: task, property, article, conversation, reservation\.$/),
    })
  }
  const { value } = await at.make.key({ scopes: ['tools:use', 'workforce:read'] })
  const other = await toolClient(at.url, value)
  expect(problemOf(await other.call('fetch', { id: 'vendor:1' }))['detail']).toMatch(/TK-12 for a task\.$/)
})

test('tasks of one title are told apart by home and day, in lists, in search and in questions', async () => {
  const at = await place()
  const [{ id: departmentId }, person, vendor] = [
    await at.make.department(),
    await at.make.person(),
    await at.make.vendor(),
  ]
  const { id: propertyId } = await at.make.property({ name: 'Chiado Loft', city: 'Lisbon' })
  const wish = { title: 'Turn over', departmentId, propertyId, scheduledDate: '2026-12-01' }
  const { body: task } = await at.asKey.post('/tasks', { ...wish, primaryUserId: person.userId })
  const { call, asked } = await connected(at, { user: 'decline' })
  expect((await call('list_tasks', { scheduledDate: '2026-12-01' })).structuredContent).toMatchObject({
    items: [{ property: { name: 'Chiado Loft', city: 'Lisbon' }, assignees: [{ name: person.fullName }] }],
  })
  expect((await call('search', { query: 'Turn over' })).structuredContent).toMatchObject({
    results: [{ kind: 'task', title: 'TK-1 Turn over at Chiado Loft on 2026-12-01' }],
  })
  await call('delete_task', { taskId: task.id })
  expect(asked).toEqual(['Delete a task: TK-1 Turn over at Chiado Loft on 2026-12-01'])
  const [fault] = problemOf(await call('assign_task', { taskId: task.id, primaryUserId: vendor.id }))[
    'errors'
  ] as Json[]
  expect(fault).toMatchObject({ pointer: '/primaryUserId', message: expect.stringContaining('primaryVendorOrgId') })
})

test('the context has the templates by name, for whoever may make a task of one', async () => {
  const at = await place()
  const { id: departmentId } = await at.make.department()
  const { body: template } = await at.asAdmin.post('/task-templates', { name: 'Turnover', title: 'Turn over the home' })
  const { call } = await connected(at)
  const { templates } = (await call('get_context')).structuredContent as { templates: { id: string }[] }
  expect(templates).toEqual([{ id: template.id, name: 'Turnover' }])
  const made = await call('create_task', { title: 'Casa Azul', departmentId, templateId: templates[0]?.id })
  expect(made.isError).toBeFalsy()
  const reading = await connected(at, { query: '?read_only=true' })
  expect((await reading.call('get_context')).structuredContent).not.toHaveProperty('templates')
  for (const [scope, shown] of [
    ['tasks:create', templates],
    ['tasks:read', undefined],
  ] as const) {
    const { value } = await at.make.key({ scopes: ['tools:use', scope] })
    const scoped = await toolClient(at.url, value)
    const context = (await scoped.call('get_context')).structuredContent as Json
    expect(context['templates'], scope).toEqual(shown)
  }
})
