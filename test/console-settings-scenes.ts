import { show, type Scenes, type Stage } from './console-furnished.ts'
import { settingsThings } from './console-settings-things.ts'

interface Ids {
  agentId: string
  templateId: string
  deliveryId: string
  hookId: string
}

let furnished: Promise<Ids> | undefined

/** What the settings pages show, made once for all scenes of a file. */
const furnish = ({ here }: Stage): Promise<Ids> => (furnished ??= furnishOnce(here))

const ITEMS = [
  ['CHECK', 'Strip and make both beds', true],
  ['PHOTO', 'Living room from the door', true],
  ['COUNT', 'Bath towels laid out', true],
  ['CONDITION', 'State of the sofa', false],
] as const

async function furnishOnce(here: Stage['here']): Promise<Ids> {
  const { asAdmin, departmentId, propertyId } = here
  const things = settingsThings(here)
  const items = ITEMS.map(([kind, title, required]) => ({ kind, title, required, blocksCompletion: required }))
  const { body: tag } = await asAdmin.post('/task-tags', { name: 'Deep clean', color: '#6d4aa8' })
  const { body: retired } = await asAdmin.post('/task-tags', { name: 'Guarantee', color: '#c0651a' })
  await asAdmin.patch(`/task-tags/${retired.id}`, { name: 'Warranty', active: false })
  const template = { name: 'Turnover', departmentId, estimatedDurationMinutes: 120, tagIds: [tag.id], items }
  const { body: turnover } = await asAdmin.post('/task-templates', template)
  await asAdmin.post('/task-templates', { name: 'Pool check', items: items.slice(0, 2) })
  await asAdmin.post('/completion-rules', { departmentId, requires: 'photo' })
  await asAdmin.post('/completion-rules', { templateId: turnover.id, requires: 'summary' })
  await asAdmin.post('/locks', { propertyId, name: 'Front door', provider: 'simulated' })
  await asAdmin.post('/property-systems', { provider: 'ical', name: 'Airbnb calendars', status: 'paused' })
  await asAdmin.post('/integrations', {
    kind: 'bot_messenger',
    name: 'Guest bot',
    secrets: { webhookSecret: 'not-a-real-secret' },
  })
  const { body: agent } = await asAdmin.post('/agents', {
    name: 'Operations assistant',
    description: 'Knows the day’s work, and plans what is missing.',
    instructions: 'Answer the team in two sentences. Look things up before you answer, and never guess a date.',
    tools: ['list_tasks', 'get_task', 'create_task', 'assign_task', 'send_message', 'search_knowledge', 'ask_person'],
  })
  await asAdmin.post('/agents', { name: 'Night porter', instructions: 'Answers what the team asks at night.' })
  const { body: hook } = await asAdmin.post('/event-hooks', {
    url: 'https://hooks.example/innkeeper',
    events: ['skill.deleted'],
    description: 'Night audit',
  })
  await things.delivery({ sender: 'issue-tracker', status: 'done', payload: { action: 'create' } })
  const deliveryId = await things.delivery({
    sender: 'voice-platform-a',
    status: 'failed',
    error: 'The department is gone.',
    payload: { call_id: 'c-1', transcript: 'There is no hot water in the flat above the harbour.', token: '••••' },
  })
  await things.deadLetter('task.created', 'The mail server refused the connection.')
  await things.aiUsage(28)
  await asAdmin.patch('/ai-budget', { monthCostMicrosMax: 50_000_000, dayTokensMax: 200_000 })
  await asAdmin.patch('/ai-settings', {
    providers: [
      {
        name: 'house',
        kind: 'openai-compatible',
        baseUrl: 'https://llm.example.com/v1',
        apiKey: 'not-a-real-key-0000',
      },
    ],
    models: { default: 'house:llama-3.3-70b', translate: 'house:aya-expanse-32b' },
  })
  return { agentId: agent.id, templateId: turnover.id, deliveryId, hookId: hook.id }
}

/** A settings page as an administrator sees it. */
const page =
  (path: string | ((ids: Ids) => string), seen = 'main li') =>
  async (stage: Stage): Promise<void> => {
    const ids = await furnish(stage)
    await show(stage, `settings/${typeof path === 'string' ? path : path(ids)}`, seen)
  }

export const SETTINGS_SCENES: Scenes = {
  'console-settings': (stage) => show(stage, 'settings', 'main li a'),
  'console-departments': page('departments'),
  'console-department': async (stage) => {
    await page('departments')(stage)
    await stage.page.locator('main li button').first().click()
    await stage.page.locator('dialog select').first().waitFor()
  },
  'console-tags': page('tags'),
  'console-templates': page('templates'),
  'console-template': page(({ templateId }) => `templates/${templateId}`, 'main form li'),
  'console-checklist': async (stage) => {
    await page(({ templateId }) => `templates/${templateId}`, 'main form li')(stage)
    await stage.page.locator('main form li input').last().scrollIntoViewIfNeeded()
    await stage.page.locator('main form li button').first().focus()
  },
  'console-not-loaded': async (stage) => {
    const refused = { status: 422, json: { detail: 'The list is being rebuilt.' } }
    const tags = /\/task-tags\?/
    await stage.page.route(tags, (call) => call.fulfill(refused))
    await page('tags', 'main h2')(stage)
    await stage.page.unroute(tags)
  },
  'console-agents': page('agents'),
  'console-agent': page(({ agentId }) => `agents/${agentId}`, 'main fieldset'),
  'console-models': page('models'),
  'console-model': async (stage) => {
    await page('models')(stage)
    await stage.page.locator('main li button').first().click()
    await stage.page.locator('dialog input[name=model]').waitFor()
  },
  'console-rules': page('rules'),
  'console-locks': page('locks'),
  'console-integrations': page('integrations'),
  'console-addresses': async (stage) => {
    await page('integrations')(stage)
    await stage.page.locator('main summary').last().click()
    await stage.page.locator('main code').first().waitFor()
  },
  'console-connect': async (stage) => {
    await page('integrations')(stage)
    await stage.page.locator('h1 ~ div button').click()
    await stage.page.locator('dialog select').selectOption('agent_mail')
    await stage.page.locator('dialog textarea').waitFor()
  },
  'console-hooks': page('hooks'),
  'console-hook': page(({ hookId }) => `hooks/${hookId}`, 'main h2'),
  'console-deliveries': page('deliveries'),
  'console-delivery': page(({ deliveryId }) => `deliveries/${deliveryId}`, 'main pre'),
  'console-dead-letters': page('dead-letters'),
  'console-audit': async (stage) => {
    await page('audit?targetKind=task_tag')(stage)
    await stage.page.locator('main summary').first().click()
  },
  'console-ai': page('ai', 'main section svg'),
}
