/** What a picture is by its first bytes. */
export interface PictureFacts {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
}

/** Undefined for what is none of the three. */
export function pictureIn(bytes: Uint8Array): PictureFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 30) return undefined
  if (view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a) {
    return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
  }
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webp(bytes, view)
  return view.getUint16(0) === 0xffd8 ? jpeg(view) : undefined
}

function webp(bytes: Uint8Array, view: DataView): PictureFacts | undefined {
  const mediaType = 'image/webp'
  const three = (at: number): number => view.getUint16(at, true) | ((bytes[at + 2] ?? 0) << 16)
  switch (String.fromCharCode(...bytes.subarray(12, 16))) {
    case 'VP8X':
      return { mediaType, width: three(24) + 1, height: three(27) + 1 }
    case 'VP8 ':
      return { mediaType, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const word = view.getUint32(21, true)
      return { mediaType, width: (word & 0x3fff) + 1, height: ((word >>> 14) & 0x3fff) + 1 }
    }
    default:
      return undefined
  }
}

/** The first marker that starts a frame has the size. */
function jpeg(view: DataView): PictureFacts | undefined {
  for (let at = 2; at + 9 < view.byteLength;) {
    const marker = view.getUint16(at)
    if (marker >>> 8 !== 0xff) return undefined
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { mediaType: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
