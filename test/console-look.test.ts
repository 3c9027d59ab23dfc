import { beforeAll, test } from 'vitest'
import { CONSOLE_SCENES, expectGoodConsole } from './console-scenes.ts'
import { openConsole, OPEN_MILLIS } from './console-stage.ts'
import { byScene, pairwise } from './pages-cases.ts'

beforeAll(openConsole, OPEN_MILLIS)

test.for(byScene(pairwise(Object.keys(CONSOLE_SCENES))))('accessible and well laid: %s', async ([, screens]) => {
  await expectGoodConsole(...screens)
})
