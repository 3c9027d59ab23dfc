import { listIn, until, type Json } from '#src/simulator/service.ts'
import { slack } from '#src/simulator/signing.ts'
import {
  integrationOf,
  made,
  seen,
  send,
  showConversation,
  showReply,
  showTask,
  type Scenario,
  type Stage,
} from '#src/simulator/stage.ts'
import { TOKENS } from '#src/simulator/stand-in.ts'

const PATH = '/v1/webhooks/chat-workspace-app'
const APP = 'A0SIMULATED'
const ABOUT = { api_app_id: APP, team_id: 'T01' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** The agent that answers: the demo's, or whichever there is. */
export async function agentIn(stage: Stage): Promise<Json> {
  const agents = await stage.list('/agents')
  const agent = agents.find(({ slug }) => slug === 'operations-assistant') ?? agents[0]
  return agent ? { agentId: agent['id'] } : {}
}

/** The chat of the simulator; the administrator is U01 there, known by the e-mail address. */
export async function chatIn(stage: Stage): Promise<Json> {
  stage.standIn.slack.people['U01'] = { email: stage.email, team: 'T01', name: 'Ana Ruiz' }
  const secrets = { signingSecret: stage.ownSecret, botToken: TOKENS.slack }
  return integrationOf(stage, 'chat_workspace_app', { accounts: [APP], secrets, ...(await agentIn(stage)) })
}

async function mention(stage: Stage, words: string): Promise<string> {
  const ts = `${Math.floor(Date.now() / 1000)}.${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`
  const event = { type: 'app_mention', user: 'U01', text: `<@U0BOT> ${words}`, ts, channel: 'C01', event_ts: ts }
  const authorizations = [{ team_id: 'T01', user_id: 'U0BOT', is_bot: true }]
  const text = JSON.stringify({ ...ABOUT, type: 'event_callback', event_id: made('Ev'), event, authorizations })
  stage.say(`In Slack, #C01: "@Innkeeper ${words}"`)
  await seen(stage, await send(stage, PATH, text, slack(text, stage.ownSecret)))
  return ts
}

export const chat: Scenario = {
  name: 'chat',
  summary: 'somebody mentions the bot in Slack, and the agent answers in the thread',
  async play(stage) {
    await chatIn(stage)
    const thread = await mention(stage, 'What is urgent today?')
    await showReply(stage, 'Slack', stage.standIn.slack.posted, (each) => each.thread_ts === thread)
    await showConversation(stage, 'chat-workspace-app')
  },
}

export const chatButton: Scenario = {
  name: 'chat-button',
  summary: 'the agent asks in Slack before it acts; Approve is pressed, and pressed again',
  async play(stage) {
    await chatIn(stage)
    const before = new Set((await stage.tasks()).map(({ id }) => id))
    const thread = await mention(stage, 'Create a task to fix the tap, maintenance')
    const { posted } = stage.standIn.slack
    const asked = await showReply(stage, 'Slack', posted, (each) => each.blocks !== undefined)
    const button = asked.blocks?.flatMap(({ elements = [] }) => elements)[0]
    await press(stage, thread, button?.value ?? '')
    const task = await until('task', async () => (await stage.tasks()).find(({ id }) => !before.has(id)))
    await showTask(stage, task['shortId'])
    await press(stage, thread, button?.value ?? '')
    await showReply(stage, 'Slack', posted, ({ text }) => text.startsWith('It was decided before'))
    await showConversation(stage, 'chat-workspace-app')
  },
}

async function press(stage: Stage, thread: string, value: string): Promise<void> {
  const payload = {
    type: 'block_actions',
    api_app_id: APP,
    user: { id: 'U01', username: 'ana', team_id: 'T01' },
    team: { id: 'T01', domain: 'casa' },
    channel: { id: 'C01', name: 'ops' },
    message: { type: 'message', ts: `${thread}9`, thread_ts: thread },
    trigger_id: made('13.37.'),
    response_url: 'https://hooks.slack.com/actions/T01/1/x',
    actions: [{ type: 'button', action_id: 'press_0', value, action_ts: `${Date.now() / 1000}` }],
  }
  const text = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  stage.say('In Slack: Approve is pressed')
  await seen(stage, await send(stage, PATH, text, { ...FORM, ...slack(text, stage.ownSecret) }))
}

const FLOW = `document: { dsl: 1.0.3, namespace: simulator, name: release-status, version: 1.0.0 }
do: [{ say: { set: { text: "\${ .text + \\" 4.2.0 is in review since Monday (asked by \\" + .userName + \\")\\" }" } } }]`

/** A workflow that only looks; a real one would ask the stores. */
async function releaseFlow(stage: Stage): Promise<string> {
  const workflows = listIn(await stage.open('GET', '/workflows?limit=100'), 'items')
  const known = workflows.find(({ name }) => name === 'Simulated release status')
  if (known) return String(known['id'])
  const { id } = await stage.open('POST', '/workflows', {
    name: 'Simulated release status',
    text: FLOW,
    format: 'yaml',
  })
  await stage.open('POST', `/workflows/${id}/versions`)
  await stage.open('PUT', `/workflows/${id}/activation`, { routes: [{ version: 1, weight: 100 }] })
  return String(id)
}

export const releaseStatus: Scenario = {
  name: 'release-status',
  summary: 'somebody gives the release-status command in Slack; a workflow looks it up, and it is posted',
  async play(stage) {
    const { id } = await chatIn(stage)
    await stage.patch(`/integrations/${id}`, { settings: { releaseWorkflowId: await releaseFlow(stage) } })
    const about = { ...ABOUT, channel_id: 'C01', user_id: 'U01', user_name: 'ana', trigger_id: made('13.37.') }
    const text = new URLSearchParams({ ...about, command: '/release-status', text: 'ios' }).toString()
    stage.say('In Slack, #C01: /release-status ios')
    await send(stage, `${PATH}/mobile-release-status`, text, { ...FORM, ...slack(text, stage.ownSecret) })
    await showReply(stage, 'Slack', stage.standIn.slack.posted, (each) => each.text.includes('4.2.0'))
  },
}
