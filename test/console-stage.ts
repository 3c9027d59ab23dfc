import type { AddressInfo } from 'node:net'
import type { BrowserContext, Cookie, Locator, Page } from 'playwright-core'
import { startJobs, type Jobs } from '#core/jobs.ts'
import type { Role } from '#core/principal.ts'
import { subscribers } from '#src/background.ts'
import { visitor, watched, type Setting } from './browser.ts'
import { harness, startTestApp, type Harness, type TestApp } from './harness.ts'
import type { Person } from './makers.ts'

export const PASSWORD = 'correct horse battery staple'

/** The whole service: what the console asks, and the workers behind the news. */
interface Served extends TestApp {
  url: string
  jobs: Jobs
}

let served: Promise<Served> | undefined

async function serve(): Promise<Served> {
  const server = await startTestApp()
  const { database, bus, services, log } = server.runtime
  // At the product's own pace: whatever is handed over wakes its worker, and looking more often than that, in the process
  // that also is the database, took a seventh of a processor from the pages.
  const jobs = await startJobs({ database, bus, services, log, subscribers, routines: [] })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...server, jobs, url: `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}` }
}

/** Before the tests of a file: a database takes its time on a busy machine, which is not the time of a test. */
export async function openConsole(): Promise<void> {
  await (served ??= serve())
}
export const OPEN_MILLIS = 240_000

export async function closeConsole(): Promise<void> {
  const open = await served
  served = undefined
  await open?.jobs.stop()
  await open?.close()
}

export interface Office extends Harness {
  url: string
  departmentId: string
  propertyId: string
  addTask(title: string, fields?: object): Promise<{ id: string; shortId: string }>
  /** Somebody of this workspace who can sign in. */
  person(role?: Role): Promise<Person>
  /** A browser in which they are signed in, at this page of the workspace. */
  desk(person: Person, path: string, setting?: Setting): Promise<Desk>
}

interface Desk {
  context: BrowserContext
  page: Page
  complaints: string[]
}

/** A company with a department, a home and people who sit at desks. */
export async function office(): Promise<Office> {
  const server = await (served ??= serve())
  const here = await harness(server)
  const devices = new Map<string, Cookie[]>()
  const { id: departmentId } = await here.make.department({ name: 'Housekeeping' })
  const { id: propertyId } = await here.make.property({ name: 'Casa do Farol', city: 'Cascais' })
  return {
    ...here,
    url: server.url,
    departmentId,
    propertyId,
    addTask: async (title, fields = {}) =>
      (await here.asKey.post('/tasks', { title, departmentId, propertyId, ...fields })).body,
    person: (role = 'admin') => here.make.person({ role, password: PASSWORD }),
    async desk(person, path, setting = { size: 'desktop' }) {
      const context = await visitor(setting)
      const { page, complaints } = await watched(context)
      // The same browser each time: every new one would be told to the person.
      await context.addCookies(devices.get(person.userId) ?? [])
      const data = { email: person.email, password: PASSWORD }
      const answer = await context.request.post(`${server.url}/api/app/v1/session`, { data })
      if (!answer.ok()) throw new Error(await answer.text())
      devices.set(
        person.userId,
        (await context.cookies()).filter(({ name }) => name.endsWith('innkeeper-device')),
      )
      await page.goto(`${server.url}/w/${here.workspaceId}/${path}`)
      // The part of this page is loaded, and hears its keys.
      await page.locator('h1').locator('visible=true').first().waitFor()
      return { context, page, complaints }
    },
  }
}

/** As a person does, in whatever language the page speaks. */
export async function signIn(page: Page, { email }: Person): Promise<void> {
  // Of a session that has ended, the page with its own forms is behind it.
  const form = page.locator('form', { has: page.locator('input[name=password]') })
  await form.locator('input[name=email]').fill(email)
  await form.locator('input[name=password]').fill(PASSWORD)
  await form.locator('button[type=submit]').click()
  await page.locator('input[name=password]').waitFor({ state: 'detached' })
}

/** It is there, or comes soon. */
export async function expectSeen(what: Locator): Promise<void> {
  await what.waitFor()
}
