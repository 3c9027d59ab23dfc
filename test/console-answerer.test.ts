import { beforeAll, expect, test } from 'vitest'
import { SIZES } from './browser.ts'
import { office, openConsole, OPEN_MILLIS } from './console-stage.ts'

beforeAll(openConsole, OPEN_MILLIS)

const PICTURES = process.env['PICTURES']

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  'who answers in a channel is chosen after reading what people outside could ask, on a %s',
  async (size) => {
    const here = await office()
    const tools = ['search_knowledge', 'list_reservations', 'set_task_status', 'list_people']
    const agent = { name: 'Porter', instructions: 'Help.', tools }
    const { id: agentId } = (await here.asAdmin.post('/agents', agent)).body
    const secrets = { webhookSecret: 'not-a-real-secret' }
    const bot = { kind: 'bot_messenger', name: 'Guest bot', secrets }
    const { id } = (await here.asAdmin.post('/integrations', bot)).body
    const { page, complaints } = await here.desk(await here.person(), 'settings/integrations', { size })
    await page.getByRole('button', { name: 'Who answers: Guest bot' }).click()
    const sheet = page.getByRole('dialog')
    expect(await sheet.getByText('What people could ask of it').count()).toBe(0)
    await sheet.getByLabel('Agent that answers').selectOption('Porter')
    await sheet.getByText('What people could ask of it').waitFor()
    const said = (await sheet.getByRole('listitem').allTextContents()).map((text) => text.trim())
    expect(said).toEqual([
      'Find published articles for guests that are about no particular property.',
      'Find published articles for guests, those about the property of their stay among them.',
      'See their own stays: property, days, state.',
      'Ask that the status of a task given to them is set. A member says yes first.',
      'Find published articles for guests that are about no particular property.',
    ])
    // Nothing is bound until it is saved.
    const bound = async () => (await here.asAdmin.get(`/integrations/${id}`)).body.agentId
    expect(await bound()).toBeNull()
    await sheet.getByRole('button', { name: 'Save' }).scrollIntoViewIfNeeded()
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/answerer-${size}.png` })
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Guest bot is saved.').waitFor()
    expect(await bound()).toBe(agentId)
    expect(complaints).toEqual([])
  },
)
