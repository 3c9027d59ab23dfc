import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openPictures } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'innkeeper-test-'))
const pictures = openPictures()

/** Four quarters, each of another colour. */
async function quarters(orientation: number): Promise<string> {
  const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffffff']
  const composite = colours.map((background, index) => ({
    input: { create: { width: 60, height: 40, channels: 3 as const, background } },
    left: (index % 2) * 60,
    top: Math.floor(index / 2) * 40,
  }))
  const path = join(folder, `${orientation}.png`)
  const bytes = await sharp({ create: { width: 120, height: 80, channels: 3, background: '#000000' } })
    .composite(composite)
    .png()
    .withMetadata({ orientation })
    .toBuffer()
  writeFileSync(path, bytes)
  return path
}

/** The colours of the corners, rounded: JPEG is not exact. */
async function corners(input: Buffer): Promise<string[]> {
  const { data, info } = await sharp(input).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const at = (x: number, y: number) =>
    [0, 1, 2].map((channel) => ((data[(y * width + x) * 3 + channel] ?? 0) > 127 ? 1 : 0)).join('')
  return [at(5, 5), at(width - 5, 5), at(5, height - 5), at(width - 5, height - 5), `${width}x${height}`]
}

test.for([1, 2, 3, 4, 5, 6, 7, 8])('a picture that lies as %i comes out upright', async (orientation) => {
  const path = await quarters(orientation)
  const { picture, thumbnail } = await pictures.prepare(path)
  const upright = await corners(await sharp(path).autoOrient().png().toBuffer())
  expect(await corners(picture.bytes)).toEqual(upright)
  expect(await corners(thumbnail.bytes)).toEqual(upright)
})

test('many at once all come out, though few are worked on at a time', async () => {
  const path = await quarters(1)
  const prepared = await Promise.all(Array.from({ length: 20 }, () => pictures.prepare(path)))
  expect(prepared.map(({ picture }) => picture.width)).toEqual(Array(20).fill(120))
  const waiting = await Promise.allSettled(Array.from({ length: 80 }, () => pictures.prepare(path)))
  const refused = waiting.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect((await pictures.prepare(path)).picture.height).toBe(80)
})

test('what lies under a transparent picture is white', async () => {
  const path = join(folder, 'clear.png')
  writeFileSync(
    path,
    await sharp({ create: { width: 20, height: 20, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer(),
  )
  expect((await corners((await pictures.prepare(path)).picture.bytes))[0]).toBe('111')
})
