import { beforeAll, expect, test } from 'vitest'
import { office, signIn, openConsole, OPEN_MILLIS } from './console-stage.ts'
import { visitor, watched } from './browser.ts'
import { restartedServer } from './restarted-server.ts'

beforeAll(openConsole, OPEN_MILLIS)

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
