import { expect, test } from 'vitest'
import { asking } from './authorize-stage.ts'
import { THEMES } from './browser.ts'
import { plainCall, plainRequest } from './mcp.ts'
import { expectAccessible, expectWellLaid } from './pages-look.ts'

const sizes = ['phone', 'desktop'] as const
const looks = sizes.flatMap((size) => THEMES.map((theme) => ({ size, theme })))
const LONG_NAME = `A program with a rather long name, by Somebody & Company ${'Incorporated'.repeat(8)}`

test.for(looks)('sign-in and consent are accessible and well laid on a $size, $theme', async (setting) => {
  const { page, url, signIn } = await asking(setting, LONG_NAME)
  const looksGood = async (): Promise<void> => {
    await expectAccessible(page)
    await expectWellLaid(page)
  }
  await looksGood()
  await signIn('not my password')
  await page.getByRole('alert').waitFor()
  await looksGood()
  await signIn()
  await page.getByRole('button', { name: 'Connect' }).waitFor()
  await looksGood()
  await page.goto(`${url}/authorize?client_id=nobody`)
  await looksGood()
  await expect.poll(() => page.getByRole('heading').textContent()).toBe('This link does not work')
})

const toolsOf = async (url: string, token: string): Promise<string[]> => {
  const { tools } = (await plainRequest(url, token, 'tools/list', {})) as { tools: { name: string }[] }
  return tools.map(({ name }) => name)
}

test.for([
  { choice: 'Read only', sees: false },
  { choice: 'Read and change', sees: true },
])('who chooses a workspace and "$choice" is sent back, and the program has just that', async ({ choice, sees }) => {
  const { url, page, complaints, workspaces, signIn, returned, exchanged } = await asking()
  await signIn()
  await page.getByLabel('Workspace').selectOption(workspaces[1].workspaceId)
  await page.getByLabel(choice).check()
  await page.getByRole('button', { name: 'Connect' }).click()
  const answer = await returned()
  expect([answer.get('state'), answer.get('iss')]).toEqual(['a-state', url])
  const { access_token: token } = await exchanged(answer.get('code') ?? '')
  const { data } = await plainCall(url, token, 'get_context', {})
  expect(data).toMatchObject({ workspace: { id: workspaces[1].workspaceId }, isReadOnly: !sees })
  expect((await toolsOf(url, token)).includes('create_task')).toBe(sees)
  expect(complaints).toEqual([])
})

test('reading only is what is chosen unless the person says otherwise, by keyboard too', async () => {
  const { url, page, signIn, returned, exchanged } = await asking({ size: 'desktop' })
  await signIn('not my password')
  await page.getByRole('alert').waitFor()
  // The address is still there, and the cursor where the fault was.
  await page.locator('input[type=password]:focus').waitFor()
  await page.keyboard.type('correct horse battery')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Connect' }).press('Enter')
  const { access_token: token, scope } = await exchanged((await returned()).get('code') ?? '')
  expect(scope).not.toContain(':write')
  expect(await toolsOf(url, token)).not.toContain('create_task')
})

test.for(['sign-in', 'consent'])(
  'a no on the page of the %s goes back to the program, and nothing else',
  async (where) => {
    const { page, signIn, returned } = await asking()
    if (where === 'consent') {
      await signIn()
      await page.getByRole('button', { name: 'Connect' }).waitFor()
    }
    await page.getByRole('button', { name: 'Not now' }).click()
    const answer = await returned()
    expect([answer.get('error'), answer.get('state'), answer.get('code')]).toEqual(['access_denied', 'a-state', null])
  },
)
