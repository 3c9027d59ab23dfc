import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { test } from 'vitest'
import { allCases, named } from './pages-cases.ts'
import { expectGoodLook, SCENES } from './pages-scenes.ts'

/** `PICTURES=1 npm run soak -- test/pages` writes the pictures of the documentation anew. */
const PICTURES = process.env.PICTURES ? join(import.meta.dirname, '../docs/pictures') : undefined

test.for(named(allCases(Object.keys(SCENES))))('accessible and well laid: %s', async ([, setting]) => {
  const page = await expectGoodLook(setting)
  if (PICTURES === undefined || setting.language !== 'en') return
  mkdirSync(PICTURES, { recursive: true })
  const picture = await page.screenshot()
  // A few colours are enough for a page, and a tenth of the bytes.
  await sharp(picture)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(PICTURES, `${setting.scene}-${setting.size}-${setting.theme}.png`))
})
