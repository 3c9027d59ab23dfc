import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visitor, watched } from './browser.ts'
import { allCases, byScene, pairwise, type Case } from './pages-cases.ts'
import { addEveryKind, stage } from './pages-stage.ts'
import { expectGoodLook, SCENES } from './pages-scenes.ts'

const scenes = Object.keys(SCENES)

test('the cases have every pair of size, theme and language, and each scene in both sizes and both themes', () => {
  const pairs = ({ scene, size, theme, language }: Case): string[] => {
    const parts = Object.entries({ size, theme, language })
      .map(([name, value]) => `${name} ${value}`)
      .toSorted()
    const together = parts.flatMap((part, index) => parts.slice(index + 1).map((other) => `${part}, ${other}`))
    return [...together, `${scene} ${size}`, `${scene} ${theme}`]
  }
  const found = new Set(pairwise(scenes).flatMap(pairs))
  expect(found).toEqual(new Set(allCases(scenes).flatMap(pairs)))
})

test.for(byScene(pairwise(scenes)))('accessible and well laid: %s', async ([, screens]) => {
  await expectGoodLook(...screens)
})

test('by keyboard alone: the order is that of the page, and the focus is seen', async () => {
  const here = await stage()
  await addEveryKind(here)
  const { pageUrl } = await here.share()
  const { page } = await watched(await visitor({ size: 'desktop' }))
  await page.goto(pageUrl)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const names: string[] = []
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const { name, isSeen } = await focused(page)
    if (name === '') break
    names.push(name)
    expect(isSeen, `the focus on ${name} is seen`).toBe(true)
  }
  expect(names).toEqual([
    'Skip to the task',
    'Language',
    'Open map (opens in a new tab)',
    'Strip and make both beds',
    'Bath towels laid out',
    'One more: Bath towels laid out',
    'Good',
    'Yes',
    'Take photo: Living room, from the door',
    'Choose photos: Living room, from the door',
    'Meter reading',
    '1 star',
    'Open (opens in a new tab)',
    'Take photo: Photos',
    'Choose photos: Photos',
    'Write a comment',
    '5 things left',
  ])
  await page.getByRole('checkbox', { name: 'Strip and make' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: '4 things left' }).waitFor()
})

/** What has the focus, by the name that a screen reader says, and whether an outline shows it. */
function focused(page: Page): Promise<{ name: string; isSeen: boolean }> {
  return page.evaluate(`(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: '', isSeen: false }
    const labelledBy = document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent
    const label = element.getAttribute('aria-label') ?? labelledBy ?? element.labels?.[0]?.innerText ?? element.textContent
    const outlined = [element, element.closest('label')].filter(Boolean)
    const isSeen = outlined.some((each) => getComputedStyle(each).outlineStyle !== 'none' && parseFloat(getComputedStyle(each).outlineWidth) >= 2)
    const first = label.trim().split('\\n')[0]
    return { name: element.matches('button') ? (element.getAttribute('aria-label') ?? element.querySelector('span span')?.textContent ?? first) : first, isSeen }
  })()`)
}
