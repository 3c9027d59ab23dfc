import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { launch, patiently } from './process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The words before each file: `isAgain` says whether it has been run before. */
const BEGINNING = `
import { existsSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
const isAgain = existsSync(import.meta.filename + '.begun')
writeFileSync(import.meta.filename + '.begun', '')
`

/** What bin/run-tests.mjs makes of these files, each of which fails the first time. */
async function ranTwice(files: Record<string, string>): Promise<{ counts: unknown; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-run-again-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.mjs`), BEGINNING + text)
  const program = `
    import { runTests } from './bin/run-tests.mjs'
    console.log('counted ' + JSON.stringify(await runTests([], ${JSON.stringify(folder)})))`
  const { stdout, stderr } = await launch(['--input-type=module', '--eval', program], {}).ended
  const [, counts = expect.fail(stdout + stderr)] = /^counted (.*)$/m.exec(stdout) ?? []
  return { counts: JSON.parse(counts), output: stdout }
}

test('what fails once and passes alone has passed, and is named', patiently, async () => {
  const { counts, output } = await ranTwice({
    'by-chance': `test('first', () => expect(isAgain).toBe(true)); test('second', () => {}); test.skip('never', () => {})`,
    hook: `beforeAll(() => expect(isAgain).toBe(true)); test('behind the hook', () => {})`,
  })
  expect(counts).toEqual({ passed: 3, failed: 0 })
  expect(output).toContain('passed only when run again, look into it: by-chance.test.mjs')
  expect(output).toContain('passed only when run again, look into it: hook.test.mjs')
})

test('what fails once and is skipped alone has failed', patiently, async () => {
  const { counts, output } = await ranTwice({
    skipped: `test.skipIf(isAgain)('first', () => expect.fail('broken')); test('second', () => {})`,
    behind: `beforeAll(() => expect(isAgain).toBe(true)); test.skipIf(isAgain)('one', () => {}); test('other', () => {})`,
    gone: `if (!isAgain) test('there once', () => expect.fail('broken')); test('stays', () => {})`,
  })
  expect(counts).toEqual({ passed: 2, failed: 3 })
  expect(output).toContain('failed, and was not run again: skipped.test.mjs > first')
  expect(output).toContain('failed, and was not run again: behind.test.mjs > one')
  expect(output).toContain('failed, and was not run again: gone.test.mjs > there once')
})
