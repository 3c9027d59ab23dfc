import type { Page } from 'playwright-core'
import { keptForOffline } from './browser.ts'
import { open, type Show } from './pages-task-scenes.ts'
import { stage } from './pages-stage.ts'

/** By the way for those who cannot hold a button, which is the same in every language. */
async function press(page: Page): Promise<void> {
  await page.locator('aside button').nth(1).click()
  await page.getByRole('dialog').getByRole('button').first().click()
}

export const MANUAL_SCENES: Record<string, Show> = {
  async manual({ page }) {
    const here = await stage()
    await here.addLock()
    const { pageUrl } = await here.invite({ reservationId: await here.addStay(-1, 4) })
    await open(page, pageUrl)
  },
  async 'manual-asking'({ page }) {
    const here = await stage()
    await here.addLock()
    await open(page, (await here.invite()).pageUrl)
    await page.locator('aside button').nth(1).click()
    await page.getByRole('dialog').waitFor()
  },
  async 'manual-opening'({ page }) {
    const here = await stage()
    await here.addLock()
    await page.clock.install()
    // It is looked at for as long as that takes.
    await page.route('**/open-door', () => {})
    await open(page, (await here.invite()).pageUrl)
    await press(page)
    await page.locator('aside .animate-turn').waitFor()
    await page.clock.fastForward(4500)
  },
  async 'manual-opened'({ page }) {
    const here = await stage()
    await here.addLock()
    const { pageUrl } = await here.invite({ reservationId: await here.addStay(-1, 4) })
    await open(page, pageUrl)
    await press(page)
    await page.locator('aside path[stroke-dasharray]').waitFor()
  },
  async 'manual-lock-offline'({ page }) {
    const here = await stage()
    await here.addLock('offline')
    await open(page, (await here.invite()).pageUrl)
    await press(page)
    await page.getByRole('alert').waitFor()
  },
  async 'manual-no-signal'({ page, context }) {
    const here = await stage()
    await here.addLock()
    await open(page, (await here.invite()).pageUrl)
    await keptForOffline(page)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
  async 'manual-early'({ page }) {
    const here = await stage()
    await here.addLock()
    await open(page, (await here.invite({ reservationId: await here.addStay(3, 6) })).pageUrl)
  },
  async 'manual-no-lock'({ page }) {
    const here = await stage()
    await open(page, (await here.invite()).pageUrl)
  },
  async 'manual-unknown'({ page }) {
    const { url } = await stage()
    await open(page, `${url}/m/0198f6a2-7c3b-4d11-9f5e-2b1f4c6a8d90`)
  },
  async 'manual-revoked'({ page }) {
    const here = await stage()
    const { id, pageUrl } = await here.invite()
    await here.asAdmin.post(`/door-links/${id}/revoke`)
    await open(page, pageUrl)
  },
  async 'manual-expired'({ page }) {
    const here = await stage()
    await open(page, (await here.invite({ reservationId: await here.addStay(-9, -4) })).pageUrl)
  },
}
