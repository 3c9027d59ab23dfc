import { expect, test } from 'vitest'
import { launch, patiently } from './process.ts'

/** Says at the end whether what strips types was loaded. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.log(process.moduleLoadList.some((name) => name.includes('amaro'))))",
)}`

test('from the second start on nothing is stripped of its types', patiently, async () => {
  const started = () => launch(['--import', WATCH, 'src/cli.mjs', 'help'], {}).ended
  await started()
  const { code, stdout } = await started()
  expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, 'false'])
})
