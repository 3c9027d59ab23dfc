import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { SIZES } from './browser.ts'
import type { Screen } from './pages-cases.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary?: string }[]
}

/** Nothing that WCAG 2.2 AA forbids, as far as a program can tell. Runs beside the page's own scripts, so its policy stays. */
export async function expectAccessible(page: Page): Promise<void> {
  // Half a megabyte, which stays in the page when its screen changes.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(`${axe.source}; undefined`)
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, { resultTypes: ['violations'], runOnly: { type: 'tag', values: ${JSON.stringify(WCAG)} } })`,
  )
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
  )
  expect(found).toEqual([])
}

/** The same page in another window, as when a tablet is turned and the lamp switched off. */
export async function changeScreen(page: Page, { size, theme }: Screen): Promise<void> {
  await page.setViewportSize(SIZES[size])
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // Drawn anew, at once: who wants less motion sees no colour on its way to another.
  const moving = await page.evaluate(`(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return document.getAnimations().filter((each) => each instanceof CSSTransition).length
  })()`)
  expect(moving).toBe(0)
}

/** Of small phones: what fits the usual ones may not fit these. */
const NARROW_WIDTHS = [360, 320]
const PHONE_WIDTH_MAX = 500

/** Looks at a phone's page on smaller phones too. */
export async function expectWellLaid(page: Page): Promise<void> {
  await expectFits(page)
  const size = page.viewportSize()
  if (!size || size.width > PHONE_WIDTH_MAX) return
  for (const width of NARROW_WIDTHS) {
    await page.setViewportSize({ ...size, width })
    await expectFits(page)
  }
  await page.setViewportSize(size)
}

/** Nothing sticks out to the side, and everything that is pressed is large enough for a thumb. */
async function expectFits(page: Page): Promise<void> {
  const { overflow, wide, small } = await page.evaluate<{
    overflow: number
    wide: string[]
    small: string[]
  }>(`(() => {
    const isSeen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
    const target = (element) => element.closest('label') ?? element
    const pressed = [...document.querySelectorAll('button, a, input, select, textarea')].filter(isSeen).map(target)
    const small = pressed.filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width < 44 || height < 44
    })
    return {
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      wide: [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth)
        .filter((element) => !element.parentElement.closest('[class*=overflow]'))
        .map((element) => element.outerHTML.slice(0, 120))
        .slice(0, 5),
      small: small.map((element) => element.outerHTML.slice(0, 200)),
    }
  })()`)
  const width = page.viewportSize()?.width
  expect(overflow, `sticks out at ${width} px: ${wide.join('\n')}`).toBe(0)
  expect(small, `too small for a thumb at ${width} px`).toEqual([])
}
