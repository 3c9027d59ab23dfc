import { beforeAll, expect, test } from 'vitest'
import { visitor, watched } from './browser.ts'
import { OPEN_MILLIS, office, openConsole, type Office } from './console-stage.ts'
import { armedIn, ELSEWHERE, HOSTILE, HOSTILE_NAME, watchForScripts } from './hostile-texts.ts'

beforeAll(openConsole, OPEN_MILLIS)

/** The content security policy would block most attacks. Bypassing it shows that there is nothing left to block. */
const BARE = { size: 'desktop', bypassPolicy: true } as const

/** Puts hostile texts wherever the API takes one, and returns the pages that show them. */
async function poisoned(here: Office): Promise<string[]> {
  const { asAdmin, asKey, departmentId, propertyId } = here
  const kept = async (made: Promise<{ status: number; body: { id?: string } }>): Promise<string> => {
    const { status, body } = await made
    expect(status, JSON.stringify(body).slice(0, 500)).toBeLessThan(300)
    return body.id ?? ''
  }
  const { id: taskId } = await here.addTask(HOSTILE_NAME, { description: HOSTILE })
  await kept(asAdmin.patch(`/tasks/${taskId}/checklist`, { newTitles: [HOSTILE_NAME] }))
  await kept(asAdmin.post(`/tasks/${taskId}/comments`, { content: HOSTILE }))
  await kept(asAdmin.post(`/tasks/${taskId}/cost-items`, { amount: 1, billToType: 'OWNER', description: HOSTILE_NAME }))
  await kept(asAdmin.post(`/tasks/${taskId}/share-links`, { technicianName: HOSTILE_NAME }))
  await kept(asAdmin.post('/saved-views', { area: 'tasks', name: HOSTILE_NAME, filters: 'q=<b>', isShared: true }))
  const key = { name: HOSTILE_NAME, integrationType: 'server', scopes: ['tasks:read'] }
  await kept(asAdmin.post('/api-keys', key))
  await kept(
    asAdmin.post('/members', { email: `html-${here.workspaceId}@example.com`, fullName: HOSTILE_NAME, role: 'member' }),
  )
  await kept(asAdmin.patch('', { name: HOSTILE_NAME }))
  await kept(asKey.patch(`/properties/${propertyId}`, { name: HOSTILE_NAME }))
  const guide = { accessNotes: HOSTILE, wifiPassword: HOSTILE_NAME, houseRules: HOSTILE }
  await kept(asAdmin.patch(`/properties/${propertyId}/guide`, guide))
  await kept(asAdmin.patch(`/departments/${departmentId}`, { name: HOSTILE_NAME }))
  const articleId = await kept(asAdmin.post('/articles', { title: HOSTILE_NAME, body: HOSTILE }))
  return [
    'today',
    'tasks',
    `tasks/${taskId}`,
    'new-task',
    'properties',
    `properties/${propertyId}`,
    `properties/${propertyId}/edit`,
    'calendar',
    'people',
    'inbox',
    'knowledge',
    `knowledge/${articleId}`,
    'workflows',
    'notifications',
    'settings',
    'settings/keys',
    'settings/members',
    'settings/audit',
    'settings/templates',
    `tasks?q=${encodeURIComponent(HOSTILE_NAME)}`,
  ]
}

test('hostile texts in every record are texts on every page of the console', async () => {
  const here = await office()
  const person = await here.person()
  const paths = await poisoned(here)
  const { page } = await here.desk(person, 'today', BARE)
  const ran = await watchForScripts(page, here.url)
  const wrong: unknown[] = []
  let shown = 0
  for (const path of paths) {
    await page.goto(`${here.url}/w/${here.workspaceId}/${path}`)
    await page.locator('h1').locator('visible=true').first().waitFor()
    await page.waitForLoadState('load')
    shown += await page.getByText('innkeeperOwned(').count()
    const armed = await armedIn(page)
    if (ran.length + armed.length > 0) wrong.push([path, ran.splice(0), armed])
  }
  expect(wrong).toEqual([])
  expect(shown, 'the texts are there to be seen').toBeGreaterThan(5)
}, 400_000)

test('hostile texts are texts on the pages for people without an account', async () => {
  const here = await office()
  await poisoned(here)
  const { asAdmin, propertyId } = here
  const { id } = await here.addTask(HOSTILE_NAME, { description: HOSTILE })
  await asAdmin.post(`/tasks/${id}/comments`, { content: HOSTILE })
  const share = await asAdmin.post(`/tasks/${id}/share-links`, { technicianName: HOSTILE_NAME, mode: 'carry_out' })
  const door = await asAdmin.post('/door-links', { propertyId })
  const { page } = await watched(await visitor(BARE))
  const ran = await watchForScripts(page, here.url)
  for (const { body } of [share, door]) {
    await page.goto(`${here.url}${new URL(body.url).pathname}`)
    await page.getByText('innkeeperOwned(').locator('visible=true').first().waitFor()
    expect([ran, await armedIn(page)]).toEqual([[], []])
  }
}, 200_000)

test('a text that became markup would be seen', async () => {
  const here = await office()
  const { page } = await here.desk(await here.person(), 'today', BARE)
  const ran = await watchForScripts(page, here.url)
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(HOSTILE)}`)
  await expect.poll(() => ran).toEqual(expect.arrayContaining([`${ELSEWHERE}/img.png`, 'img', 'frame']))
  expect((await armedIn(page)).length).toBeGreaterThan(2)
})
