import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeConsole, office, openConsole, OPEN_MILLIS } from './console-stage.ts'

beforeAll(openConsole, OPEN_MILLIS)
afterAll(closeConsole)

const PICTURES = process.env['PICTURES_TO']

test.each(['desktop', 'phone'] as const)(
  'on a %s one joins a workspace that has added one, and leaves it again',
  async (size) => {
    const [here, there] = [await office(), await office()]
    const person = await here.person('member')
    await there.asAdmin.post('/members', { email: person.email, fullName: 'x', role: 'member' })
    const { body: theirs } = await there.asAdmin.get('')
    const { page, complaints } = await here.desk(person, 'tasks', { size })
    await page.getByText(`${theirs.name} has added you`).waitFor()
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/invited-${size}.png` })
    await page.getByRole('button', { name: `Join: ${theirs.name}` }).click()
    await page.waitForURL(`**/w/${there.workspaceId}/today`)
    await expect.poll(() => page.getByText('has added you').count()).toBe(0)
    await page.goto(`${here.url}/w/${there.workspaceId}/notifications/preferences`)
    await page.getByRole('button', { name: `Leave: ${theirs.name}` }).click()
    await page.getByRole('button', { name: `Leave for good: ${theirs.name}` }).scrollIntoViewIfNeeded()
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/leave-${size}.png` })
    await page.getByRole('button', { name: `Leave for good: ${theirs.name}` }).click()
    await page.waitForURL(`**/w/${here.workspaceId}/**`)
    expect(complaints).toEqual([])
  },
)

test('a no makes it go away, and the last administrator is told why they cannot leave', async () => {
  const [here, there] = [await office(), await office()]
  const { body: mine } = await here.asAdmin.get('')
  const person = await there.person('member')
  await here.asAdmin.post('/members', { email: person.email, fullName: 'x', role: 'member' })
  const { page } = await there.desk(person, 'tasks')
  await page.getByRole('button', { name: `Decline: ${mine.name}` }).click()
  await expect.poll(() => page.getByText('has added you').count()).toBe(0)

  const admin = await here.person('admin')
  await here.asAdmin.send('DELETE', `/api/app/v1/me/memberships/${here.admin.membershipId}`)
  const { page: desk } = await here.desk(admin, 'notifications/preferences')
  await desk.getByRole('button', { name: `Leave: ${mine.name}` }).click()
  await desk.getByRole('button', { name: `Leave for good: ${mine.name}` }).click()
  await desk.getByText('You are the last administrator.').waitFor()
})
