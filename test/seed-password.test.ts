import { afterAll, expect, test } from 'vitest'
import { backend } from './database.ts'
import { newInstallation, signIn } from './installation.ts'
import { launch, patiently, startServer } from './process.ts'

const installation = await newInstallation({ SEED_ADMIN_EMAIL: 'ada@seaside-homes.example' })

afterAll(() => installation.remove())

test.runIf(backend === 'postgres').for([
  ['nine char', /^innkeeper: SEED_ADMIN_PASSWORD: A password has at least 10 characters\.$/],
  ['password2026', /^innkeeper: SEED_ADMIN_PASSWORD: .*too common/],
  ['ada-seaside-homes', /^innkeeper: SEED_ADMIN_PASSWORD: .*your own e-mail, name or company/],
] as const)('a demo is not begun with the password %j', patiently, async ([password, sentence]) => {
  const refused = await launch(['src/main.mjs'], { ...installation.settings, SEED_ADMIN_PASSWORD: password }).ended
  expect(refused.code).toBe(1)
  expect(refused.stderr.trim()).toMatch(sentence)
})

test.runIf(backend === 'postgres')('once the demo is there, the setting is not looked at', patiently, async () => {
  const first = await startServer(installation.settings)
  await first.stop()
  const again = await startServer({ ...installation.settings, SEED_ADMIN_PASSWORD: 'password2026' })
  expect(await signIn(again, { email: 'ada@seaside-homes.example', password: 'a-password-for-tests' })).toMatch(/^ey/)
})
