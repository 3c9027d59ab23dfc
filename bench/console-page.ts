import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Shorter ones are not told of by the browser. */
const TOLD_MILLIS_MIN = 16
const SETTLE_MILLIS = 120
/** All of it in half a minute: faster than anybody reads, as fast as people look for the end. */
const SCROLL_PIXELS_PER_SECOND = 20_000

export interface Timed {
  name: string
  /** Of each turn the longest of its interactions. */
  millis: number[]
}

interface Turn {
  turns: number
  before?(): Promise<unknown>
  act(): Promise<unknown>
  after?(): Promise<unknown>
}

/** From now on the page writes down how long each press took until it was seen. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(`
    window.pressed = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.interactionId) window.pressed.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: ${TOLD_MILLIS_MIN} })`)
}

export async function timed(page: Page, name: string, { turns, before, act, after }: Turn): Promise<Timed> {
  const millis: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    await before?.()
    await sleep(SETTLE_MILLIS)
    await page.evaluate('window.pressed = []')
    await act()
    await sleep(SETTLE_MILLIS)
    millis.push(await page.evaluate<number>(`Math.max(${TOLD_MILLIS_MIN}, ...window.pressed)`))
    await after?.()
  }
  console.log(`${name}: worst ${Math.max(...millis)} ms of ${turns}`)
  return { name, millis }
}

export interface Frames {
  frames: number
  over50: number
  worst: number
  seconds: number
  rows: number
}

/** Scrolls as a thumb on a wheel would, and looks at the time between the pictures. */
export async function scrolled(page: Page): Promise<Frames> {
  await page.evaluate(`
    window.frameTimes = []
    let last = performance.now()
    window.looking = true
    requestAnimationFrame(function look(now) {
      window.frameTimes.push(now - last)
      last = now
      if (window.looking) requestAnimationFrame(look)
    })`)
  const height = await page.evaluate<number>(
    `document.querySelector('a[data-index]').closest('ul').parentElement.scrollHeight`,
  )
  const session = await page.context().newCDPSession(page)
  await session.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -height,
    speed: SCROLL_PIXELS_PER_SECOND,
    gestureSourceType: 'mouse',
  })
  const times = await page.evaluate<number[]>('window.looking = false, window.frameTimes.slice(1)')
  const rows = await page.evaluate<number>(
    `Number([...document.querySelectorAll('a[data-index]')].at(-1)?.dataset.index ?? 0)`,
  )
  return {
    frames: times.length,
    over50: times.filter((millis) => millis > 50).length,
    worst: Math.max(...times),
    seconds: times.reduce((sum, millis) => sum + millis, 0) / 1000,
    rows,
  }
}
