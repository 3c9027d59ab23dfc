import sharp from 'sharp'

export interface Photograph {
  name: string
  mimeType: string
  buffer: Buffer
}

type Colour = readonly [number, number, number]

/** Wall, floor and window of each room. */
const ROOMS: Record<string, readonly [Colour, Colour, Colour]> = {
  'living-room': [
    [222, 205, 170],
    [125, 103, 80],
    [232, 243, 248],
  ],
  bath: [
    [207, 227, 232],
    [91, 140, 160],
    [250, 252, 252],
  ],
  bed: [
    [239, 230, 218],
    [169, 132, 103],
    [247, 236, 205],
  ],
  hall: [
    [216, 211, 200],
    [107, 112, 92],
    [240, 240, 235],
  ],
}
const [WIDTH, HEIGHT] = [80, 60]

/** A room as a phone's camera would show it, out of focus; `orientation` as it notes how it was held. */
export async function photograph(
  name: keyof typeof ROOMS,
  { width = 800, height = 600, orientation = 1 }: { width?: number; height?: number; orientation?: number } = {},
): Promise<Photograph> {
  const [wall, floor, window] = ROOMS[name] ?? [
    [200, 200, 200],
    [120, 120, 120],
    [240, 240, 240],
  ]
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isWindow = x > 48 && x < 68 && y > 8 && y < 32
      const isSofa = x > 8 && x < 44 && y > 30 && y < 48
      const [red, green, blue] = isWindow ? window : isSofa ? wall.map((part) => part * 0.8) : y > 42 ? floor : wall
      const light = 1 - (Math.abs(x - 58) + y) / 320
      pixels.set([(red ?? 0) * light, (green ?? 0) * light, (blue ?? 0) * light], (y * WIDTH + x) * 3)
    }
  }
  const buffer = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .jpeg({ quality: 80 })
    .withMetadata({ orientation })
    .toBuffer()
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer }
}
