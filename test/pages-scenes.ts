import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { visitor, watched } from './browser.ts'
import type { Case, Screen } from './pages-cases.ts'
import { changeScreen, expectAccessible, expectWellLaid } from './pages-look.ts'
import { MANUAL_SCENES } from './pages-manual-scenes.ts'
import { TASK_SCENES } from './pages-task-scenes.ts'

/** Every state that the pages can be in. */
export const SCENES = { ...TASK_SCENES, ...MANUAL_SCENES }

/** Shows the scene and looks at it, as eyes, ears and thumbs would. */
export async function expectGoodLook({ scene, language, ...screen }: Case, ...others: Screen[]): Promise<Page> {
  const context = await visitor({ ...screen, language })
  const { page, complaints } = await watched(context)
  await SCENES[scene]?.({ page, context })
  expect(await page.evaluate('document.documentElement.lang')).toBe(language)
  await expectWellLaid(page)
  await expectAccessible(page)
  for (const other of others) {
    await changeScreen(page, other)
    await expectWellLaid(page)
    await expectAccessible(page)
  }
  expect(complaints).toEqual([])
  return page
}
