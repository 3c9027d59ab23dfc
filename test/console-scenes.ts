import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { visitor, watched } from './browser.ts'
import { office, signIn, type Office } from './console-stage.ts'
import type { Person } from './makers.ts'
import type { Case } from './pages-cases.ts'
import { expectAccessible, expectWellLaid } from './pages-look.ts'

interface Furnished extends Office {
  member: Person
  taskId: string
  blockedId: string
}

let furnished: Promise<Furnished> | undefined

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A company in the middle of a day's work, the same for every scene of a file. */
async function furnish(): Promise<Furnished> {
  const here = await office()
  const { asAdmin, asKey, make } = here
  const [admin, member, vendor, tag] = [
    await here.person(),
    await here.person('member'),
    await make.vendor(),
    await make.tag(),
  ]
  const { id: villa } = await make.property({ name: 'Villa Serena' })
  await asAdmin.patch('', { name: 'Seaside Homes' })
  const jobs: [string, object][] = [
    [
      'Turnover clean and welcome basket',
      { scheduledDate: day(0), scheduledTime: '11:30', primaryUserId: admin.userId, estimatedDurationMinutes: 150 },
    ],
    ['Guest reports no hot water', { scheduledDate: day(-1), priority: 'URGENT', propertyId: villa }],
    [
      'Replace the kitchen tap',
      {
        scheduledDate: day(0),
        scheduledTime: '09:00',
        priority: 'HIGH',
        primaryUserId: member.userId,
        tagIds: [tag.id],
      },
    ],
    [
      'Deep clean of the oven and all of the kitchen cupboards before the owner arrives',
      { scheduledDate: day(0), propertyId: villa },
    ],
    [
      'Inspect the pool pump',
      { scheduledDate: day(0), scheduledTime: '14:00', primaryVendorOrgId: vendor.id, estimatedDurationMinutes: 45 },
    ],
    ['Check the smoke alarms', { priority: 'LOW' }],
  ]
  const made: { id: string }[] = []
  for (const [title, fields] of jobs) {
    made.push(
      await here.addTask(title, { description: 'Guests arrive at three. Fresh linen is in the cellar.', ...fields }),
    )
  }
  const taskId = made[0]?.id ?? ''
  const blockedId = made[2]?.id ?? ''
  await asAdmin.patch(`/tasks/${taskId}/checklist`, { newTitles: ['Strip and make both beds', 'Bath towels laid out'] })
  await asAdmin.post(`/tasks/${taskId}/cost-items`, { amount: 85.5, billToType: 'OWNER', description: 'Mixer tap' })
  await asAdmin.post(`/tasks/${taskId}/cost-items`, {
    amount: 20,
    currency: 'USD',
    billToType: 'GUEST',
    description: 'Lamp',
  })
  await asAdmin.post(`/tasks/${taskId}/comments`, { content: 'The spare key is with the neighbour.' })
  await asAdmin.post(`/tasks/${taskId}/share-links`, { technicianName: 'Duarte', mode: 'carry_out' })
  await here.addTask('Wash the curtains', { parentTaskId: blockedId })
  await asKey.post(`/tasks/${blockedId}/checklist-items`, {
    externalSource: 'rapideye',
    externalId: 'inspection',
    actionUrl: 'https://inspections.example/1',
    blocksCompletion: true,
    title: 'Finish the inspection',
  })
  await asAdmin.post('/saved-views', {
    area: 'tasks',
    name: 'Late at the coast',
    filters: 'isOpen=true',
    isShared: true,
  })
  return { ...here, member, taskId, blockedId }
}

interface Stage {
  here: Furnished
  page: Page
  context: BrowserContext
}

/** Words differ by language: what is pressed is found by its place or its key. */
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())

async function show({ here, page }: Stage, path: string, seen: string, as?: Person): Promise<void> {
  await page.goto(`${here.url}/w/${here.workspaceId}/${path}`)
  // Somebody new each time: nobody signs in ten times a minute.
  await signIn(page, as ?? (await here.person()))
  await page.locator(seen).first().waitFor()
}

const ROW = 'a[data-index="0"]'

/** Every state of every page that looks different from the others. */
export const CONSOLE_SCENES: Record<string, (stage: Stage) => Promise<void>> = {
  'console-sign-in': async ({ here, page }) => {
    await page.goto(`${here.url}/w/`)
    await page.locator('input[name=email]').waitFor()
  },
  'console-today': (stage) => show(stage, 'today', 'section'),
  'console-tasks': (stage) => show(stage, 'tasks', ROW),
  'console-task': (stage) => show(stage, `tasks/${stage.here.taskId}`, 'h1'),
  'console-palette': async (stage) => {
    await show(stage, 'tasks', ROW)
    await press(stage.page, 'Control+k')
    await stage.page.locator('[role=option]').first().waitFor()
  },
  'console-selected': async (stage) => {
    await show(stage, 'tasks', ROW)
    await stage.page.locator('li input[type=checkbox]').first().check()
    await stage.page.locator('li input[type=checkbox]').nth(1).check()
  },
  'console-blocked': async (stage) => {
    await show(stage, `tasks/${stage.here.blockedId}`, 'h1')
    await stage.page.locator('h1 ~ div button').last().click()
    await stage.page.locator('dialog button[type=submit]').click()
    await stage.page.locator('[role=alert] a').first().waitFor()
  },
  'console-filters': async (stage) => {
    await show(stage, 'tasks?isOpen=true&priority=URGENT&sort=scheduledDate', ROW)
    await stage.page.locator('#task-search').locator('xpath=ancestor::div[1]').locator('button').last().click()
    await stage.page.locator('dialog select').first().waitFor()
  },
  'console-keys': (stage) => show(stage, 'settings/keys', 'main li'),
  'console-new-key': async (stage) => {
    await show(stage, 'settings/keys', 'main li')
    await stage.page.locator('h1 ~ div button').click()
    await stage.page.locator('dialog input[name=scope]').first().waitFor()
  },
  'console-members': (stage) => show(stage, 'settings/members', 'main li'),
  'console-preferences': (stage) => show(stage, 'notifications/preferences', 'fieldset'),
  'console-new-task': (stage) => show(stage, 'new-task', 'select[name=departmentId]:has(option)'),
  'console-shortcuts': async (stage) => {
    await show(stage, 'tasks', ROW)
    await press(stage.page, '?')
    await stage.page.locator('dialog kbd').first().waitFor()
  },
  'console-offline': async (stage) => {
    await show(stage, 'tasks', ROW)
    await stage.context.setOffline(true)
    await stage.page.locator('main [role=status]').waitFor()
  },
  'console-forbidden': (stage) => show(stage, 'settings/keys', 'h1', stage.here.member),
  'console-share': async (stage) => {
    await show(stage, `tasks/${stage.here.taskId}`, 'button[aria-label*=Duarte]')
    await stage.page.locator('button[aria-label*=Duarte]').first().click()
    await stage.page.locator('dialog input[readonly]').waitFor()
  },
}

/** Shows the scene and looks at it, as eyes, ears and thumbs would. */
export async function expectGoodConsole({ scene, language, ...screen }: Case): Promise<Page> {
  const here = await (furnished ??= furnish())
  const context = await visitor({ ...screen, language })
  const { page, complaints } = await watched(context)
  await CONSOLE_SCENES[scene]?.({ here, page, context })
  expect(await page.evaluate('document.documentElement.lang')).toBe(language)
  await expectWellLaid(page)
  await expectAccessible(page)
  expect(complaints).toEqual([])
  return page
}
