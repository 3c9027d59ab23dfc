import { beforeAll, expect, test } from 'vitest'
import { office, signIn, openConsole, OPEN_MILLIS } from './console-stage.ts'
import { visitor, watched } from './browser.ts'
import { restartedServer } from './restarted-server.ts'

const HTML = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script><b>bold</b>'

beforeAll(openConsole, OPEN_MILLIS)

test('HTML in every text field is text', async () => {
  const here = await office()
  const { id } = await here.addTask(`Title ${HTML}`, { description: `Description ${HTML}` })
  const { asAdmin, asKey } = here
  await asAdmin.patch(`/tasks/${id}/checklist`, { newTitles: [`Item ${HTML}`] })
  await asAdmin.post(`/tasks/${id}/comments`, { content: `Comment ${HTML}` })
  await asAdmin.post(`/tasks/${id}/cost-items`, { amount: 1, billToType: 'OWNER', description: `Cost ${HTML}` })
  await asAdmin.post(`/tasks/${id}/share-links`, { technicianName: `N ${HTML}`.slice(0, 100) })
  await asAdmin.post('/saved-views', {
    area: 'tasks',
    name: `V ${HTML}`.slice(0, 100),
    filters: 'q=<b>',
    isShared: true,
  })
  await asAdmin.post('/api-keys', {
    name: `K ${HTML}`.slice(0, 100),
    integrationType: 'server',
    scopes: ['tasks:read'],
  })
  await asAdmin.post('/members', { email: 'html@example.com', fullName: `M ${HTML}`, role: 'member' })
  await asAdmin.patch('', { name: `W ${HTML}`.slice(0, 100) })
  await asKey.patch(`/properties/${here.propertyId}`, { name: `P ${HTML}` })
  const { page, complaints } = await here.desk(await here.person(), `tasks/${id}`)
  await page.getByText(`Comment ${HTML}`).waitFor()
  for (const text of ['Title', 'Description', 'Item', 'Cost', 'P'])
    await page.getByText(`${text} ${HTML}`).first().waitFor()
  for (const path of ['tasks', 'today', 'settings/keys', 'settings/members']) {
    await page.goto(`${here.url}/w/${here.workspaceId}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('<').locator('visible=true').first().waitFor()
    expect(await page.title()).not.toBe('owned')
  }
  await page.goto(`${here.url}/w/${here.workspaceId}/tasks?q=${encodeURIComponent('<i>nothing</i>')}`)
  await page.getByText('No task fits').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Title')
  await page.getByRole('option', { name: `Title ${HTML}` }).waitFor()
  expect(await page.title()).not.toBe('owned')
  expect(complaints).toEqual([])
})

test('the server is restarted in mid-use: it is said, nothing is lost, and it goes on by itself', async () => {
  const here = await office()
  const server = await restartedServer(here.runtime)
  const { id } = await here.addTask('Linen')
  const { page } = await watched(await visitor({ size: 'desktop' }))
  await page.goto(`${server.url}/w/${here.workspaceId}/tasks/${id}`)
  await signIn(page, await here.person())
  await page.getByRole('button', { name: 'Priority Normal' }).waitFor()

  await server.stop()
  await page.getByText('Connecting again').waitFor()
  await page.keyboard.press('p')
  await page.getByRole('dialog').getByRole('combobox').fill('urg')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Priority Urgent' }).waitFor()
  await here.asKey.patch(`/tasks/${id}`, { title: 'Linen and towels' })

  await server.start()
  await page.getByText('Connecting again').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Linen and towels' }).waitFor()
  await expect.poll(async () => (await here.asKey.get(`/tasks/${id}`)).body.priority).toBe('URGENT')
  await page.getByRole('button', { name: 'Priority Urgent' }).waitFor()
})
