import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, test } from 'vitest'
import { CONSOLE_SCENES, expectGoodConsole } from './console-scenes.ts'
import { openConsole, OPEN_MILLIS } from './console-stage.ts'
import { allCases, named } from './pages-cases.ts'

/** `PICTURES=1 npm run soak -- test/console` writes the pictures of the documentation anew. */
const PICTURES = process.env.PICTURES ? join(import.meta.dirname, '../docs/pictures') : undefined

beforeAll(openConsole, OPEN_MILLIS)

test.for(named(allCases(Object.keys(CONSOLE_SCENES))))('accessible and well laid: %s', async ([, setting]) => {
  const page = await expectGoodConsole(setting)
  if (PICTURES === undefined || setting.language !== 'en') return
  mkdirSync(PICTURES, { recursive: true })
  await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(PICTURES, `${setting.scene}-${setting.size}-${setting.theme}.png`))
})
