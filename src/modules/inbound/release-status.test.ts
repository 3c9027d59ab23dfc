import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { messages } from '#modules/conversations/messages.ts'
import { slack } from '#src/simulator/signing.ts'
import { senders } from '#src/catalogue.ts'
import { startChat } from '#test/chat-server.ts'
import { deliver } from '#test/deliver.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { patiently } from '#test/process.ts'
import { called } from '#test/webhooks.ts'
import { publish, workflows } from '#test/workflow-place.ts'
import { soon, working } from '#test/working.ts'
import { inboundWork } from './inbound.ts'

const SECRET = 'a-secret-of-some-length'
const PATH = '/v1/webhooks/chat-workspace-app/mobile-release-status'

async function commanded() {
  const chat = await startChat()
  chat.channels.push('C01')
  const { vendorUrls: nobody } = (await harness()).runtime.services.settings
  const server = await startTestApp({ config: { vendorUrls: { ...nobody, slack: chat.url } } })
  onTestFinished(() => server.close())
  const place = await called(await harness(server))
  await working(server, [inboundWork(senders), messages])
  workflows(server)
  const secrets = { signingSecret: SECRET, botToken: chat.token }
  const { id } = await place.connect({ kind: 'chat_workspace_app', accounts: ['A01'], secrets })
  const command = (fields: Record<string, string> = {}, secret = SECRET) => {
    const about = { team_id: 'T01', channel_id: 'C01', user_id: 'U01', user_name: 'ana', api_app_id: 'A01' }
    const said = { token: 'x', command: '/release-status', text: 'ios', trigger_id: newId(), ...about, ...fields }
    const text = new URLSearchParams({ ...said, response_url: 'https://hooks.slack.com/commands/T01/1/x' }).toString()
    return place.call(PATH, text, { ...slack(text, secret), 'content-type': 'application/x-www-form-urlencoded' })
  }
  const use = (releaseWorkflowId: string) =>
    place.asAdmin.patch(`/integrations/${id}`, { settings: { releaseWorkflowId } })
  return { ...place, chat, command, use }
}

test(
  'the command starts the workflow that looks, once, and what it found is posted in the channel',
  patiently,
  async () => {
    const here = await commanded()
    expect((await here.command()).body).toMatchObject({
      response_type: 'ephemeral',
      text: expect.stringMatching(/^No w/),
    })
    await here.use(
      await publish(here, 'do: [{ say: { set: { text: "${ .text + \\" 4.2 is live, \\" + .userName }" } } }]'),
    )
    const trigger = { trigger_id: newId() }
    expect((await here.command(trigger)).body).toMatchObject({ text: expect.stringContaining('is being looked up') })
    await here.command(trigger)
    await soon(() => expect(here.chat.posted).toMatchObject([{ channel: 'C01', text: 'ios 4.2 is live, ana' }]))
    await deliver(here, inboundWork(senders))
    const { items } = (await here.asKey.get('/workflow-runs')).body
    expect(items).toMatchObject([{ triggerKind: 'chat', status: 'completed' }])
    const [delivery] = await here.kept()
    const { payload } = (await here.asAdmin.get(`/inbound-deliveries/${String(delivery?.['id'])}`)).body
    expect(payload).toMatchObject({ token: '[hidden]', response_url: '[hidden]', text: 'ios' })
  },
)

test('a workflow that does more than look is named and not started', patiently, async () => {
  const here = await commanded()
  const { id: departmentId } = await here.make.department()
  const call = `call: task-create:1.0.0@default, with: { title: Oops, departmentId: ${departmentId} }`
  for (const [tasks, where] of [
    [`do: [{ look: { set: { a: 1 } } }, { act: { ${call} } }]`, '/do/1/act'],
    ['do: [{ tell: { call: http, with: { method: post, endpoint: "https://example.com" } } }]', '/do/0/tell'],
    ['do: [{ tell: { emit: { event: { with: { source: "https://a.example", type: a.b } } } } }]', '/do/0/tell'],
  ] as const) {
    await here.use(await publish(here, tasks))
    const before = here.chat.posted.length
    await here.command()
    await soon(() => expect(here.chat.posted[before]?.text).toContain(`more than look, at ${where},`))
  }
  expect((await here.asKey.get('/workflow-runs')).body.items).toEqual([])
  const refused = await here.use(newId())
  expect(refused.body).toMatchObject({ status: 422, errors: [{ pointer: '/settings/releaseWorkflowId' }] })
  const workflowId = await publish(here, 'do: [{ look: { set: { a: 1 } } }]')
  await here.use(workflowId)
  const activation = `/api/v1/workspaces/${here.workspaceId}/workflows/${workflowId}/activation`
  await here.asKey.send('DELETE', activation, undefined, { 'if-match': '*' })
  await here.command()
  await soon(() => expect(here.chat.posted.at(-1)?.text).toMatch(/^The release status cannot be looked up: /))
})

test(
  'who cannot sign it is refused, a command that lacks something is 422, and a check of the address is answered',
  patiently,
  async () => {
    const here = await commanded()
    expect((await here.command({}, 'another secret')).status).toBe(401)
    expect((await here.command({ api_app_id: 'A99' })).status).toBe(401)
    expect((await here.command({ channel_id: '' })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/channel_id' }],
    })
    expect((await here.command({ ssl_check: '1' })).status).toBe(200)
    expect(await here.kept()).toEqual([])
  },
)
