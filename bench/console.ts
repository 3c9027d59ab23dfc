import type { Page } from 'playwright-core'
import { createLogger } from '#core/log.ts'
import { readConfig } from '#src/config.ts'
import { openRuntime } from '#src/runtime.ts'
import { launchBrowser, unpackBrowser } from '#test/browser-program.ts'
import { makersIn } from '#test/makers.ts'
import { buildPages } from '../bin/pages.mjs'
import { scrolled, timed, watchInteractions, type Frames, type Timed } from './console-page.ts'
import { openDatabaseServer, type DatabaseServer } from './database.ts'
import { median } from './median.ts'
import { startOurs, type Settings } from './servers.ts'
import { machine, publish, table } from './table.ts'
import { WORKSPACE } from './work.ts'

const PASSWORD = 'correct horse battery staple'
const FILE = 'results-console.md'
const LIST_TASKS = 5000
const SCROLL_TASKS = 10_000
const GOAL_MILLIS = 100
const TURNS = 12

/** The console in a real browser: how soon it answers to a key, and how a long list scrolls. */
export async function measureConsole(cleanup: AsyncDisposableStack): Promise<void> {
  await buildPages()
  const { folder, remove } = await unpackBrowser()
  cleanup.defer(remove)
  const browser = await launchBrowser(folder)
  cleanup.defer(() => browser.close())
  const database = await openDatabaseServer(cleanup)
  const about = `Chromium ${browser.version()}, without a graphics card, 1280 by 800. ${machine(database.version)}`

  const open = async (tasks: number): Promise<Page> => {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    await enter(page, await served(database, tasks, cleanup))
    return page
  }
  const interactions = await measureInteractions(await open(LIST_TASKS))
  publish('Interaction to next paint', `${about}\n\n${interactionTable(interactions)}`, { isKept: true, file: FILE })
  const frames = await scrolled(await open(SCROLL_TASKS))
  publish('Scrolling a long list', `${about}\n\n${frameTable(frames)}`, { isKept: true, file: FILE })
}

interface Place {
  url: string
  email: string
}

/** The product with so many tasks, and somebody who can sign in. */
async function served(database: DatabaseServer, tasks: number, cleanup: AsyncDisposableStack): Promise<Place> {
  const { settings } = await database.filled(tasks)
  const email = await newcomer(settings)
  const server = await startOurs(settings)
  cleanup.defer(() => server.stop())
  return { url: server.url, email }
}

async function newcomer(settings: Settings): Promise<string> {
  const runtime = await openRuntime({ config: readConfig(settings), log: createLogger('warn') })
  try {
    return (await makersIn(runtime, WORKSPACE).person({ role: 'admin', password: PASSWORD })).email
  } finally {
    await runtime.close()
  }
}

async function enter(page: Page, { url, email }: Place): Promise<void> {
  await page.goto(`${url}/w/${WORKSPACE}/tasks`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.locator('a[data-index="0"]').waitFor()
}

/** What an operator does all day, each many times. */
async function measureInteractions(page: Page): Promise<Timed[]> {
  await watchInteractions(page)
  const row = page.locator('a[data-index]').first()
  const key = (name: string) => () => page.keyboard.press(name)
  const toList = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await row.waitFor()
  }
  return [
    await timed(page, 'to the next task (j)', { turns: TURNS * 3, act: key('j') }),
    await timed(page, 'to the task before (k)', { turns: TURNS * 2, act: key('k') }),
    await timed(page, 'open a task (Enter)', { turns: TURNS, act: key('Enter'), after: toList }),
    await timed(page, 'open the choice of status (s)', {
      turns: TURNS,
      before: key('j'),
      act: key('s'),
      after: key('Escape'),
    }),
    await timed(page, 'change the status (Enter in the choice)', {
      turns: TURNS,
      async before() {
        await page.keyboard.press('j')
        await page.keyboard.press('s')
        await page.locator('dialog[open] [role=combobox]').fill('in prog')
      },
      act: key('Enter'),
    }),
    await timed(page, 'filter: still to do', {
      turns: TURNS,
      act: () => page.getByRole('button', { name: 'Still to do' }).click(),
      after: () => row.waitFor(),
    }),
    await timed(page, 'filter: a letter in the search', {
      turns: TURNS,
      before: () => page.locator('#task-search').focus(),
      act: () => page.keyboard.press('a'),
    }),
  ]
}

function interactionTable(all: readonly Timed[]): string {
  const head = ['', 'times', 'median ms', 'worst ms', `goal: under ${GOAL_MILLIS} ms`]
  const rows = all.map(({ name, millis }) => {
    const worst = Math.max(...millis)
    return [name, String(millis.length), String(median(millis)), String(worst), worst < GOAL_MILLIS ? 'met' : 'missed']
  })
  const note = `With ${LIST_TASKS.toLocaleString('en')} tasks. From the press to the next picture, as the browser itself measures it, in steps of 8 ms; below 16 it does not tell, which counts as 16.`
  return `${note}\n\n${table(head, rows)}`
}

function frameTable({ frames, over50, worst, seconds, rows }: Frames): string {
  const head = ['', 'seconds', 'frames', 'over 50 ms', 'worst ms', 'rows passed']
  const cells = [seconds.toFixed(1), String(frames), String(over50), worst.toFixed(0), rows.toLocaleString('en')]
  return table(head, [[`${SCROLL_TASKS.toLocaleString('en')} tasks`, ...cells]])
}
