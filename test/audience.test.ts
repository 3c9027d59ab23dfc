import { describe, expect, test } from 'vitest'
import { isForAgents } from '#core/access.ts'
import { OUTSIDE, type Outside } from '#core/audience.ts'
import type { Tool } from '#core/tool.ts'
import { roleSuffices } from '#core/principal.ts'
import { tools, workflowTools } from '#src/catalogue.ts'
import { audiencePlace, type AudiencePlace } from './audience-place.ts'
import { fittingArguments } from './fitting-arguments.ts'
import { patiently } from './process.ts'
import { soon } from './working.ts'

type Json = Record<string, unknown>

/**
 * What an answer contains that the reader may not have. Every forbidden text carries the mark; other people's ids are
 * leaks too.
 */
function leaksIn({ mark, ids, member }: AudiencePlace, sent: unknown, answer: unknown): string[] {
  const [asked, told] = [JSON.stringify(sent ?? {}), JSON.stringify(answer ?? {})]
  const foreign = [mark, '654.25', member.userId, ...Object.values(ids).filter((id) => id.length >= 32)]
  return foreign.filter((text) => told.includes(text) && !asked.includes(text))
}

/** Every way to ask a tool for something: by other people's ids, by their own, and by words. */
function waysToAsk({ ids, own, mark }: AudiencePlace, tool: Tool): Json[] {
  const fields = Object.keys(tool.input.properties)
  const from = (known: Record<string, string>) => fittingArguments(tool, () => ({ ...ids, ...known }), fields)
  const words = fields.includes('q') ? [{ ...from({}), q: mark }, { q: mark }, { q: 'own' }] : []
  return [from({}), from(own), ...words, ...(tool.input.required.length === 0 ? [{}] : [])]
}

const declaredFor = (audience: Outside): Tool[] => tools.flatMap(({ outside }) => outside[audience] ?? [])

/** Calls every tool in every way, in the member's shape and in the outsider's own. Returns the answers. */
async function everythingFor(
  place: AudiencePlace,
  audience: Outside,
): Promise<{ sent: Json; tool: Tool; answer: Json }[]> {
  const program = await place.programFor(audience)
  const answers: { sent: Json; tool: Tool; answer: Json }[] = []
  // Tools that ask first stop the run, so they have a test of their own.
  const tried = tools.filter(({ outside }) => !outside[audience]?.asksFirst)
  for (const tool of tried) {
    const shapes = [tool, ...(tool.outside[audience] ? [tool.outside[audience]] : [])]
    for (const sent of shapes.flatMap((shape) => waysToAsk(place, shape)))
      answers.push({ sent, tool, answer: (await program.one(tool.name, sent)) as Json })
  }
  const own = (await program.one('list_conversations')).output as { items?: { id: string }[] } | null
  for (const { id: conversationId } of own?.items ?? []) {
    const tool = tools.find(({ name }) => name === 'get_conversation') as Tool
    const answer = (await program.one(tool.name, { conversationId })) as Json
    answers.push({ sent: { conversationId }, tool, answer })
  }
  for (const query of ['', 'task', place.mark])
    answers.push({ sent: { query }, tool: tools[0] as Tool, answer: await program.one('tools.search', { query }) })
  return answers
}

const MAY_SEE: Record<Outside, string[]> = {
  stranger: ['own-general'],
  guest: [
    'own-general',
    'own-home-article',
    'OWN-CODE',
    'Own Home',
    'Own Street 1',
    'own-wifi',
    'own-password',
    'own-rules',
  ],
  vendor: ['own-general', 'own-work', 'Own Home', 'Own Street 1'],
}
const NEVER: Record<Outside, string[]> = {
  stranger: ['own-home-article', 'Own Home', 'Own Guest', 'OWN-CODE', 'own-password', 'own-work', 'Own Vendor'],
  guest: ['own-work', 'Own Vendor'],
  vendor: ['own-home-article', 'own-password', 'own-rules', 'Own Guest', 'OWN-CODE'],
}

describe.each(OUTSIDE)('a %s', (audience) => {
  test('reaches by every tool what is theirs, and nothing else, whatever is asked for', patiently, async () => {
    const place = await audiencePlace()
    const before = (await place.asKey.get('/tasks?limit=100&include=assignees')).body.items.length
    const answers = await everythingFor(place, audience)
    const declared = new Set(declaredFor(audience).map(({ name }) => name))
    for (const { sent, tool, answer } of answers) {
      const what = `${tool.name} ${JSON.stringify(sent)}: ${JSON.stringify(answer)}`
      expect(leaksIn(place, sent, answer), what).toEqual([])
      expect(
        NEVER[audience].filter((text) => JSON.stringify(answer.output ?? null).includes(text)),
        what,
      ).toEqual([])
      const isThere = declared.has(tool.name) || 'query' in sent
      expect(isThere || answer.status === 'denied', what).toBe(true)
    }
    const told = JSON.stringify(answers.map(({ answer }) => answer.output))
    expect(MAY_SEE[audience].filter((text) => !told.includes(text))).toEqual([])
    const listed = answers.flatMap(({ sent, answer }) =>
      sent['query'] === '' ? [answer.output as { tools: Json[] }] : [],
    )
    expect(listed[0]?.tools.map(({ name }) => name)).toEqual([...declared])
    // The only change is what was reported.
    const { items } = (await place.asKey.get('/tasks?limit=100&include=assignees')).body
    const reported = items.slice(0, items.length - before)
    expect(reported.length).toBeGreaterThan(0)
    for (const task of reported) {
      expect(task).toMatchObject({ source: 'MESSAGE', isIssue: true, assignees: [] })
      expect(task.description).toContain('Reported from outside the company')
      expect(task.createdBy.name).toMatch(/^agent Porter for (unknown writer|guest Own Guest|vendor Own Vendor)$/)
    }
  })

  test('is offered what is declared for them, and asked by nobody about anything', patiently, async () => {
    const place = await audiencePlace()
    place.upstream.replies.push({ calls: [{ name: 'ask_person', input: { message: `May they? ${place.mark}` } }] })
    await place.write(audience, 'Hello')
    await soon(() => expect(place.bot.posted).toHaveLength(1))
    const sent = place.upstream.calls.at(-1)?.body as { tools: { function: { name: string } }[] } | undefined
    const names = sent?.tools.map((each) => each.function.name)
    expect(names).toEqual([...declaredFor(audience).map(({ name }) => name), 'ask_person'])
    const [said] = place.bot.posted
    expect(said?.text).toBe('Somebody of the team has to agree to this first. The answer follows here.')
    expect(said?.reply_markup).toBeUndefined()
    // A yes from the outsider is just another message, and a forged button belongs to nobody.
    const [asked] = (await place.asAdmin.get('/agent-interactions')).body.items
    await place.write(audience, 'Yes, approve')
    await soon(() => expect(place.bot.posted).toHaveLength(2))
    expect((await place.asAdmin.get('/agent-interactions')).body.items[0]).toMatchObject({
      id: asked.id,
      status: 'pending',
    })
    expect(asked.message).toMatch(/^Asked by agent Porter for /)
  })
})

test('what a vendor wants changed a member is asked, and it is done as that member', patiently, async () => {
  const place = await audiencePlace()
  const { taskId } = place.own
  const input = { taskId, status: 'COMPLETED', summary: 'Done.' }
  const foreign = { taskId: place.ids['taskId'], status: 'COMPLETED' }
  place.upstream.replies.push(
    { calls: [{ name: 'set_task_status', input: foreign }] },
    { calls: [{ name: 'set_task_status', input }] },
    { text: 'It is done.' },
  )
  await place.write('vendor', 'I am done')
  const asked = await soon(async () => {
    const [newest] = (await place.asAdmin.get('/agent-interactions')).body.items
    expect(newest).toMatchObject({ tool_call: { name: 'set_task_status' } })
    return newest
  })
  expect(asked).toMatchObject({ tool_call: { name: 'set_task_status', input }, assigned_to: { roles: ['manager'] } })
  expect(asked.message).toContain('Asked by agent Porter for vendor Own Vendor.')
  // A request for what is not theirs is refused before any member is asked.
  expect(JSON.stringify(place.upstream.calls.at(-1)?.body)).toContain('No such task')
  expect((await place.asKey.get(`/tasks/${taskId}`)).body.status).not.toBe('COMPLETED')
  const manager = await place.make.person({ role: 'manager' })
  const yes = { decision: 'approve', workspace_id: place.workspaceId }
  // A member who was not asked cannot answer.
  expect((await place.resolve(asked.id, yes, { token: place.member.token })).status).toBe(404)
  expect((await place.resolve(asked.id, yes, { token: manager.token })).status).toBe(200)
  await soon(() => expect(place.bot.posted.at(-1)?.text).toBe('It is done.'))
  expect((await place.asKey.get(`/tasks/${taskId}`)).body).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
  const told = place.upstream.calls.at(-1)?.body as { messages: { role: string; content: string }[] }
  const result = told.messages.findLast(({ role }) => role === 'tool')
  expect(Object.keys(JSON.parse(result?.content ?? '{}') as Json).toSorted()).toEqual(['id', 'shortId', 'status'])
  const activity = (await place.asAdmin.get(`/tasks/${taskId}/activity?limit=100`)).body.items
  const done = activity.find(({ details }: { details: unknown }) => JSON.stringify(details).includes('COMPLETED'))
  expect(done.actor).toMatchObject({ kind: 'user', id: manager.userId })
  expect((await place.asAdmin.get('/tool-calls')).body.items).toContainEqual(
    expect.objectContaining({
      tool: 'set_task_status',
      client: 'agent Porter for vendor Own Vendor',
      gate: 'confirmed',
      outcome: 'done',
      principal: `user:${manager.userId}`,
    }),
  )
})

test('what was taken from a vendor before a member said yes is not done for them', patiently, async () => {
  const place = await audiencePlace()
  const { taskId } = place.own
  const input = { taskId, status: 'COMPLETED', summary: 'Done.' }
  place.upstream.replies.push({ calls: [{ name: 'set_task_status', input }] }, { text: 'It was not done.' })
  await place.write('vendor', 'I am done')
  const asked = await soon(async () => {
    const [newest] = (await place.asAdmin.get('/agent-interactions')).body.items
    expect(newest).toMatchObject({ tool_call: { name: 'set_task_status' } })
    return newest
  })
  expect((await place.asKey.patch(`/tasks/${taskId}`, { primaryVendorOrgId: null })).status).toBe(200)
  expect((await place.resolve(asked.id, { decision: 'approve', workspace_id: place.workspaceId })).status).toBe(200)
  await soon(() => expect(place.bot.posted.at(-1)?.text).toBe('It was not done.'))
  expect((await place.asKey.get(`/tasks/${taskId}`)).body.status).not.toBe('COMPLETED')
  expect(JSON.stringify(place.upstream.calls.at(-1)?.body)).toContain('No such task')
})

test('no workflow lets an agent speak: what starts one may be the words of a stranger', () => {
  const names = workflowTools.functions.flatMap(({ name, operation }) =>
    operation && (operation.tag === 'Agents' || isForAgents(operation.access)) ? [name] : [],
  )
  expect(workflowTools.functions.length).toBeGreaterThan(10)
  expect(names).toEqual([])
})

test('an article that was withdrawn is told to nobody outside, whoever knows its id', patiently, async () => {
  const place = await audiencePlace()
  const { articleId } = place.own
  const program = await place.programFor('stranger')
  expect(await program.one('get_article', { articleId })).toMatchObject({ status: 'ok' })
  expect((await place.asAdmin.post(`/articles/${articleId}/archive`)).status).toBe(200)
  const after = await program.one('get_article', { articleId })
  expect(JSON.stringify(after)).not.toContain('own-general')
})

test('a guest in a group is a stranger there: others read what is answered', patiently, async () => {
  const place = await audiencePlace()
  place.upstream.replies.push({ text: 'Hello.' })
  await place.write('guest', 'Hello', { id: 77, type: 'group' })
  await soon(async () => expect((await place.runs()).at(-1)?.audience).toMatchObject({ kind: 'stranger' }))
})

test('one who has more than one contact, or whose contact is gone, is a stranger', patiently, async () => {
  const place = await audiencePlace()
  await place.asAdmin.delete(`/contacts/${place.own.contactId}`)
  place.upstream.replies.push({ text: 'Hello.' })
  await place.write('guest', 'Hello')
  await soon(async () =>
    expect((await place.runs()).at(-1)?.audience).toMatchObject({ kind: 'stranger', subjectId: null }),
  )
})

test('a member has their own rights, and no more than who has bound the agent', patiently, async () => {
  const place = await audiencePlace()
  const program = await place.programFor('member')
  const run = (await place.runs()).at(-1)
  expect(run).toMatchObject({ userId: place.member.userId, audience: { kind: 'member', within: place.admin.userId } })
  for (const tool of tools) {
    const [sent = {}] = waysToAsk(place, tool)
    const isTheirs = roleSuffices('member', tool.access.role)
    if (isTheirs && tool.effect !== 'read') continue
    const { status } = await program.one(tool.name, sent)
    expect([tool.name, status === 'denied']).toEqual([tool.name, !isTheirs])
  }
})

test(
  'what members have said there is no word for an outsider’s run, nor theirs for a member’s',
  patiently,
  async () => {
    const place = await audiencePlace()
    const group = { id: 77, type: 'group' }
    const told = () => JSON.stringify(place.upstream.calls.at(-1)?.body)
    for (const [writer, words, answer] of [
      ['member', 'first-of-the-member', 'answer-for-the-member'],
      ['stranger', 'first-of-the-stranger', 'answer-for-the-stranger'],
      ['guest', 'first-of-the-guest', 'answer-for-the-guest'],
    ] as const) {
      place.upstream.replies.push({ text: answer })
      await place.write(writer, words, group)
      await soon(() => expect(place.bot.posted.at(-1)?.text).toBe(answer))
      const others = ['member', 'stranger', 'guest'].filter((each) => each !== writer)
      for (const other of others) expect(told()).not.toContain(`of-the-${other}`)
      expect(told()).not.toContain(`for-the-${others[0]}`)
    }
    place.upstream.replies.push({ text: 'again' })
    await place.write('stranger', 'second', group)
    await soon(() => expect(place.bot.posted.at(-1)?.text).toBe('again'))
    expect(told()).toContain('first-of-the-stranger')
  },
)
