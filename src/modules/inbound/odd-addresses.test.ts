import { expect, onTestFinished, test } from 'vitest'
import { senders } from '#src/catalogue.ts'
import { harness, startTestApp } from '#test/harness.ts'

test('a workspace or a secret that no database keeps is nobody’s, and counted', async () => {
  const server = await startTestApp({ config: { rateLimit: { perMinute: 10_000, burst: 1000, addressPerMinute: 1 } } })
  onTestFinished(() => server.close())
  const { app } = await harness(server)
  const paths = senders.map(({ path }) => path).filter((path) => path.includes(':'))
  expect(paths.length).toBeGreaterThan(4)
  const addresses = paths.map((path) => path.replaceAll(/:\w+/g, 'x%00y'))
  addresses.push(...senders.map(({ path }) => `${path.replaceAll(/:\w+/g, 'x')}?token=%00&secret=%ff`))
  for (const [index, url] of addresses.entries()) {
    const remoteAddress = `192.0.2.${index + 1}`
    const statuses: number[] = []
    for (let count = 0; count < 11; count++)
      statuses.push((await app.inject({ method: 'POST', url, payload: {}, remoteAddress })).statusCode)
    expect([url, ...statuses]).toEqual([url, ...Array(10).fill(401), 429])
  }
})
