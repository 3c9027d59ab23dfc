/** SVG is left out on purpose: it can hold scripts. */
export function saysImage(contentType: string | undefined): boolean {
  return /^\s*image\/(?!svg)[\w.+-]+\s*(;|$)/i.test(contentType ?? '')
}

/** How many bytes tell what a file is. */
export const HEAD_BYTES = 32

const BITMAP_HEADER_BYTES = [12, 40, 52, 56, 64, 108, 124]

/** What an image is by its first bytes; undefined for anything else. */
export function imageTypeOf(head: Uint8Array): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const text = (start: number, end: number): string => bytes.toString('latin1', start, end)
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (text(4, 8) === 'ftyp') return BRANDS[text(8, 12)]
  if (text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*') return 'image/tiff'
  const isBitmap = text(0, 2) === 'BM' && bytes.length >= 18 && BITMAP_HEADER_BYTES.includes(bytes.readUInt32LE(14))
  return isBitmap ? 'image/bmp' : undefined
}

/** The same container holds films; these are its pictures. */
const BRANDS: Record<string, string> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  heim: 'image/heic',
  heis: 'image/heic',
  mif1: 'image/heif',
  msf1: 'image/heif',
}
