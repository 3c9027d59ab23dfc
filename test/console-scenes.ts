import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { forget, pageFor } from './console-browsers.ts'
import { INBOX_SCENES } from './console-inbox-scenes.ts'
import { furnish, press, show, type Scenes } from './console-furnished.ts'
import { SETTINGS_SCENES } from './console-settings-scenes.ts'
import { WORK_SCENES } from './console-work-scenes.ts'
import { WORKFLOW_SCENES } from './console-workflows-scenes.ts'
import { HOME_SCENES } from './console-homes-scenes.ts'
import type { Case, Screen } from './pages-cases.ts'
import { changeScreen, expectAccessible, expectWellLaid } from './pages-look.ts'

const ROW = 'a[data-index="0"]'

/** Every state of every page that looks different from the others. */
export const CONSOLE_SCENES: Scenes = {
  'console-sign-in': async (stage) => {
    const { here, page } = stage
    await forget(stage)
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
  'console-notifications': (stage) => show(stage, 'notifications', '[data-index="2"]'),
  'console-preferences': (stage) => show(stage, 'notifications/preferences', 'fieldset'),
  'console-new-task': (stage) => show(stage, 'new-task', 'select[name=departmentId]:has(option:not([value=""]))'),
  'console-shortcuts': async (stage) => {
    await show(stage, 'tasks', ROW)
    await press(stage.page, '?')
    await stage.page.locator('dialog kbd').first().waitFor()
  },
  'console-offline': async (stage) => {
    await show(stage, 'tasks', ROW)
    await stage.context.setOffline(true)
    await stage.page.locator('main div[role=status]').waitFor()
  },
  'console-forbidden': (stage) => show(stage, 'settings/keys', 'h1', stage.here.member),
  'console-share': async (stage) => {
    await show(stage, `tasks/${stage.here.taskId}`, 'button[aria-label*=Duarte]')
    await stage.page.locator('button[aria-label*=Duarte]').first().click()
    await stage.page.locator('dialog input[readonly]').waitFor()
  },
  ...WORK_SCENES,
  ...HOME_SCENES,
  ...INBOX_SCENES,
  ...WORKFLOW_SCENES,
  ...SETTINGS_SCENES,
}

/** Whoever goes from heading to heading finds one that is the page's. */
async function expectOneHeading(page: Page): Promise<void> {
  expect(await page.locator('h1').locator('visible=true').allTextContents()).toHaveLength(1)
}

/** Shows the scene and looks at it, as eyes, ears and thumbs would. */
export async function expectGoodConsole(setting: Case, ...others: Screen[]): Promise<Page> {
  const here = await furnish()
  const { page, complaints, context } = await pageFor(setting)
  await CONSOLE_SCENES[setting.scene]?.({ here, page, context })
  expect(await page.evaluate('document.documentElement.lang')).toBe(setting.language)
  await expectWellLaid(page)
  await expectAccessible(page)
  await expectOneHeading(page)
  for (const other of others) {
    await changeScreen(page, other)
    await expectWellLaid(page)
    await expectAccessible(page)
    await expectOneHeading(page)
  }
  expect(complaints).toEqual([])
  return page
}
