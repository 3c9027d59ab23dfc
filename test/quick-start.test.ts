import { expect, test } from 'vitest'
import { launch, patiently } from './process.ts'

/** Says at the end whether what strips types was loaded. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.log(process.moduleLoadList.some((name) => name.includes('amaro'))))",
)}`

/** Whether a start of this program, the second one, stripped anything of its types. */
async function strips(program: string[], settings: Record<string, string> = {}): Promise<string | undefined> {
  const start = () => launch(['--import', WATCH, ...program], settings).ended
  await start()
  const { stdout } = await start()
  return stdout.trimEnd().split('\n').at(-1)
}

test('from the second start on nothing is stripped of its types', patiently, async () => {
  expect(await strips(['src/cli.mjs', 'help'])).toBe('false')
  // It reads its settings when all is loaded.
  expect(await strips(['src/main.mjs'], { PORT: 'none' })).toBe('false')
  expect(await strips(['src/core/at-first-use.ts'])).toBe('true')
})

test(
  'a Node that reads no types, such as that of a system where nothing is installed yet, is told what to do',
  patiently,
  async () => {
    const { code, stderr } = await launch(['--no-strip-types', 'src/cli.mjs', 'help'], {}).ended
    expect([code, stderr]).toEqual([1, expect.stringContaining('run npm start')])
  },
)
