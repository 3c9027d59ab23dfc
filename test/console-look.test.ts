import { beforeAll, test } from 'vitest'
import { CONSOLE_SCENES, expectGoodConsole } from './console-scenes.ts'
import { openConsole, OPEN_MILLIS } from './console-stage.ts'
import { named, pairwise } from './pages-cases.ts'

beforeAll(openConsole, OPEN_MILLIS)

test.for(named(pairwise(Object.keys(CONSOLE_SCENES))))('accessible and well laid: %s', async ([, setting]) => {
  await expectGoodConsole(setting)
})
