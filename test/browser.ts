import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { launchBrowser } from './browser-program.ts'

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const
export const THEMES = ['light', 'dark'] as const
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const

const LOCALES = { en: 'en-GB', de: 'de-DE', es: 'es-ES', fr: 'fr-FR', pt: 'pt-PT' } as const
const PATIENCE_MILLIS = 30_000

export interface Setting {
  size?: keyof typeof SIZES
  theme?: (typeof THEMES)[number]
  language?: (typeof LANGUAGES)[number]
  /** The policy of the page set aside, for scripts of the test inside it. */
  bypassPolicy?: boolean
}

let running: Promise<Browser> | undefined

/** One browser for the tests of a file; what a test sees of it is a context of its own. */
function browser(): Promise<Browser> {
  running ??= launchBrowser(inject('browserFolder'))
  return running
}

export async function closeBrowser(): Promise<void> {
  const open = running
  running = undefined
  await (await open)?.close()
}

/** A person with a device: storage, language and network of their own, until the test is over. */
export async function visitor(setting: Setting = {}): Promise<BrowserContext> {
  const context = await device(setting)
  onTestFinished(() => context.close())
  return context
}

/** The same for as long as the browser is open. */
export async function device(setting: Setting = {}): Promise<BrowserContext> {
  const { size = 'phone', theme = 'light', language = 'en', bypassPolicy = false } = setting
  const context = await (
    await browser()
  ).newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    locale: LOCALES[language],
    timezoneId: 'Europe/Lisbon',
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    bypassCSP: bypassPolicy,
  })
  context.setDefaultTimeout(PATIENCE_MILLIS)
  return context
}

/** A page, with what it complains about: errors of scripts, and everything the policy refused. */
export async function watched(context: BrowserContext): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/net::ERR|status of \d/.test(message.text())) complaints.push(message.text())
  })
  const asked = new Set<Request>()
  underWay.set(page, asked)
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return { page, complaints }
}

const underWay = new WeakMap<Page, Set<Request>>()

/** From now on the page hears nothing from there. What it has asked already is answered first: it could tell of what comes next. */
export async function cutOff(page: Page, address: RegExp): Promise<void> {
  await page.route(address, (call) => call.abort())
  const waiting = (): string[] => [...(underWay.get(page) ?? [])].map((request) => request.url())
  await expect.poll(() => waiting().filter((url) => address.test(url))).toEqual([])
}

/** The service worker has everything it needs to show the page without the network. */
export async function keptForOffline(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
}
