const SIDE_MAX = 4096
const BYTES_MAX = 10 * 1024 * 1024
const QUALITIES = [0.86, 0.75, 0.6]

/** As it is, unless it is larger than the server takes; then smaller, upright, as JPEG. */
export async function shrunk(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  // A kind that this browser cannot show: the server is asked whether it can.
  if (!picture) return file
  try {
    const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height))
    if (scale === 1 && file.size <= BYTES_MAX) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    for (const quality of QUALITIES) {
      const smaller = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
      if (smaller && smaller.size <= BYTES_MAX) return smaller
    }
    return file
  } finally {
    picture.close()
  }
}
