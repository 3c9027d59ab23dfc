import type { BrowserContext } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { device, watched, type Setting } from './browser.ts'

/** One for each size: signing in and loading the scripts takes longer than to look at a page. */
const kept = new Map<string, Promise<BrowserContext>>()

const left = new WeakSet<BrowserContext>()

/** Nobody is signed in here any more; the next scene gets another browser. */
export async function forget({ context }: { context: BrowserContext }): Promise<void> {
  left.add(context)
  await context.clearCookies()
}

/** A new page of the browser that the scene before has left, in the wanted colours and language. */
export async function pageFor({ size = 'desktop', theme = 'light', language = 'en' }: Setting) {
  const context = await (kept.get(size) ?? open(size))
  const { page, complaints } = await watched(context)
  // Before anything of the page runs: as if the reader had chosen it at an earlier visit.
  await page.addInitScript(`localStorage.setItem('language', '${language}')`)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  onTestFinished(async () => {
    await page.close()
    await context.setOffline(false)
    if (!left.has(context)) return
    kept.delete(size)
    await context.close()
  })
  return { context, page, complaints }
}

function open(size: NonNullable<Setting['size']>): Promise<BrowserContext> {
  const opened = device({ size })
  kept.set(size, opened)
  return opened
}
