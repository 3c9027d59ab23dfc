import { newId } from '#core/crypto.ts'
import { expect, test } from 'vitest'
import { visitor, watched } from './browser.ts'
import { stage } from './pages-stage.ts'

test('a link that was cut off, or has a character too many, is not known, and blames no signal', async () => {
  const { url } = await stage()
  const { page } = await watched(await visitor({ size: 'phone' }))
  const token = newId()
  for (const address of [`m/${token.slice(0, -1)}`, `m/${token}.`, 'm/xyz', 'm/', 't/', 't/xyz']) {
    await page.goto(`${url}/${address}`)
    await page.getByRole('heading', { name: 'We do not know this link' }).waitFor()
    expect(await page.getByText('Perhaps a part of it is missing').count()).toBe(1)
  }
})

test('a service that is there and cannot answer says so, and the page appears when it can', async () => {
  const here = await stage()
  const { pageUrl: guide } = await here.invite()
  const { pageUrl: task } = await here.share()
  for (const address of [guide, task]) {
    const { page } = await watched(await visitor({ size: 'phone' }))
    await page.clock.install()
    await page.route('**/public/**', (call) => call.fulfill({ status: 503, body: '{"code":"unavailable"}' }))
    await page.goto(address)
    await page.getByRole('heading', { name: 'The service does not answer just now' }).waitFor()
    expect(await page.getByText('signal').count()).toBe(0)
    await page.unrouteAll()
    await page.clock.runFor(60_000)
    await page.getByRole('heading', { name: 'The service does not answer just now' }).waitFor({ state: 'detached' })
  }
})
