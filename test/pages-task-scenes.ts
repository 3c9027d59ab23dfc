import type { BrowserContext, Page } from 'playwright-core'
import { keptForOffline } from './browser.ts'
import { photograph } from './pages-photos.ts'
import { addEveryKind, stage, type Stage } from './pages-stage.ts'

interface Scene {
  page: Page
  context: BrowserContext
}

/** Brings the page into one of its states, and answers when it is there. */
export type Show = (scene: Scene) => Promise<void>

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function fullStage(): Promise<Stage> {
  const here = await stage()
  await addEveryKind(here)
  return here
}

export const TASK_SCENES: Record<string, Show> = {
  async task({ page }) {
    const here = await fullStage()
    const { pageUrl, holder } = await here.share({ technicianName: 'Duarte' })
    await holder.post('/comment', { content: 'The linen is in the blue bag.' })
    await open(page, pageUrl)
  },
  async 'task-answered'({ page }) {
    const here = await fullStage()
    const { pageUrl } = await here.share({ technicianName: 'Duarte' })
    await open(page, pageUrl)
    await page.getByRole('checkbox').first().check()
    await page.getByRole('radio').nth(1).check()
    await page
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles([await photograph('living-room')])
    await page.locator('li img[src*="/photos/"]').waitFor()
  },
  async 'task-offline'({ page, context }) {
    const here = await fullStage()
    const { pageUrl } = await here.share({ technicianName: 'Duarte' })
    await open(page, pageUrl)
    await keptForOffline(page)
    await context.setOffline(true)
    await page.getByRole('checkbox').first().check()
    await page
      .locator('input[type=file]')
      .nth(3)
      .setInputFiles([await photograph('bath')])
    await page.locator('img[src^="blob:"]').waitFor()
    await page.evaluate('scrollTo(0, 0)')
  },
  async 'task-refused'({ page }) {
    const here = await stage()
    const { pageUrl } = await here.share()
    await open(page, pageUrl)
    const notes = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') }
    await page.locator('input[type=file]').nth(1).setInputFiles(notes)
    await page.locator('li button').first().waitFor()
    await page.locator('li button').first().scrollIntoViewIfNeeded()
  },
  async 'task-completing'({ page }) {
    const here = await stage()
    const { pageUrl } = await here.share()
    await open(page, pageUrl)
    await page.locator('main button').last().click()
    await page.getByRole('dialog').waitFor()
  },
  async 'task-completed'({ page }) {
    const here = await fullStage()
    const { pageUrl, holder } = await here.share({ technicianName: 'Duarte' })
    const { body } = await holder.get('')
    for (const { id, kind } of body.checklist as { id: string; kind: string }[]) {
      const answer = {
        CHECK: { done: true },
        COUNT: { count: 6 },
        CONDITION: { value: 'GOOD' },
        YES_NO: { yes: true },
      }[kind]
      if (answer) await holder.put(`/checklist-items/${id}`, answer)
      if (kind === 'PHOTO') await here.dropItem(id)
    }
    await holder.post('/complete', { summary: 'Everything is ready for the guests.' })
    await open(page, pageUrl)
  },
  async 'task-view'({ page }) {
    const here = await fullStage()
    const { pageUrl } = await here.share({ mode: 'view' })
    await open(page, pageUrl)
  },
  async 'task-unknown'({ page }) {
    const { url } = await stage()
    await open(page, `${url}/t/nobody-was-given-this`)
  },
  async 'task-revoked'({ page }) {
    const here = await stage()
    const { id, pageUrl } = await here.share()
    await here.asAdmin.post(`/tasks/${here.taskId}/share-links/${id}/revoke`)
    await open(page, pageUrl)
  },
  async 'task-expired'({ page }) {
    const here = await stage()
    const { id, pageUrl } = await here.share({ expiresAt: '2099-01-01T00:00:00.000Z' })
    await here.expire(id)
    await open(page, pageUrl)
  },
  async 'task-unreachable'({ page, context }) {
    const { url } = await stage()
    await open(page, `${url}/t/seen-before`)
    await keptForOffline(page)
    await context.setOffline(true)
    await open(page, `${url}/t/never-seen-before`)
  },
}
