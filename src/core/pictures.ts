import { open } from 'node:fs/promises'
import type sharp from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'
import { coreFailures, defineFailures, fail, Refusal } from './errors.ts'

export const pictureFailures = defineFailures({
  file_not_an_image: { status: 422, text: 'The file is not a picture we can read: send JPEG, PNG, WebP or AVIF.' },
  image_too_many_pixels: { status: 422, text: 'The picture has more than 64 million pixels.' },
})

interface Prepared {
  bytes: Buffer
  contentType: string
  width: number
  height: number
}

/** Makes pictures from outside fit to be kept: upright, of a bounded size, and with nothing in them but the picture. */
export interface Pictures {
  /** Refuses what is no picture by its bytes, and one that would unpack to more than it should. */
  prepare(path: string): Promise<{ picture: Prepared; thumbnail: Prepared }>
}

const PIXELS_MAX = 64_000_000
const SIDE_MAX = 4096
const THUMBNAIL_SIDE_MAX = 480
const SECONDS_MAX = 20
/** Each takes up to 200 MB while a picture of the largest size is turned. */
const AT_ONCE_MAX = 2
const WAITING_MAX = 50
const HEAD_BYTES = 16

/** The loaders for what we take; all others of the library stay shut. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`)

export function openPictures(): Pictures {
  let running = 0
  const waiting: (() => void)[] = []
  let library: Promise<typeof sharp> | undefined

  async function takeTurn(): Promise<void> {
    if (running < AT_ONCE_MAX) return void (running += 1)
    if (waiting.length >= WAITING_MAX) fail(coreFailures.unavailable, { retryAfterSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function passTurn(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async prepare(path) {
      if (!isTaken(await headOf(path))) fail(pictureFailures.file_not_an_image)
      await takeTurn()
      try {
        return await prepare(await (library ??= load()), path)
      } catch (error) {
        throw pictureRefusal(error)
      } finally {
        passTurn()
      }
    },
  }
}

/** Loaded with the first picture: it costs start time and memory that a node without uploads should not pay. */
async function load(): Promise<typeof sharp> {
  const { default: library } = await import('sharp')
  library.cache(false)
  library.concurrency(1)
  library.block({ operation: ['VipsForeignLoad'] })
  library.unblock({ operation: LOADERS })
  return library
}

async function prepare(open: typeof sharp, path: string): Promise<{ picture: Prepared; thumbnail: Prepared }> {
  const options: SharpOptions = { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true, pages: 1 }
  // From the header alone: a bomb is refused before anything of it is unpacked.
  const { width, height } = await open(path, options).metadata()
  if (width * height > PIXELS_MAX) fail(pictureFailures.image_too_many_pixels)
  const picture = await drawn(open(path, options), SIDE_MAX, 84)
  return { picture, thumbnail: await drawn(open(picture.bytes, options), THUMBNAIL_SIDE_MAX, 72) }
}

async function drawn(image: Sharp, side: number, quality: number): Promise<Prepared> {
  const { data, info } = await image
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, contentType: 'image/jpeg', width: info.width, height: info.height }
}

async function headOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** By the first bytes, whatever the form calls it. HEIC shares its container with AVIF but has no free decoder. */
function isTaken(head: string): boolean {
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
    (head.slice(4, 8) === 'ftyp' && ['avif', 'avis'].includes(head.slice(8, 12)))
  )
}

/** The library has one class of error: what it says of the pixels is the only one of its own kind. */
function pictureRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error) || 'syscall' in error) return error
  if (/pixel limit/i.test(error.message)) return new Refusal(pictureFailures.image_too_many_pixels)
  return new Refusal(pictureFailures.file_not_an_image, { cause: error })
}
