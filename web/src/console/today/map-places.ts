/** A home on the map, with how much there is to do. */
export interface Spot {
  id: string
  name: string
  latitude: number
  longitude: number
  count: number
}

export interface Frame {
  width: number
  height: number
  /** Degrees to the place on the picture, and how many metres one pixel is. */
  place(spot: { latitude: number; longitude: number }): { x: number; y: number }
  metresPerPixel: number
}

/** Homes that lie too close together to be pressed one by one. */
export interface Cluster {
  x: number
  y: number
  spots: readonly Spot[]
  count: number
}

const METRES_PER_DEGREE = 111_320
/** One home alone is shown with its surroundings. */
const SPAN_METRES_MIN = 400
const EDGE_PIXELS = 64

/** The smallest picture that has all of them on it, north up. Short distances: the earth is flat enough. */
export function frameOf(spots: readonly Pick<Spot, 'latitude' | 'longitude'>[], width: number, height: number): Frame {
  const middle = { latitude: middleOf(spots.map((spot) => spot.latitude)), longitude: middleLongitude(spots) }
  const shrink = Math.max(0.01, Math.cos((middle.latitude * Math.PI) / 180))
  const metres = (spot: { latitude: number; longitude: number }) => ({
    east: turned(spot.longitude - middle.longitude) * METRES_PER_DEGREE * shrink,
    north: (spot.latitude - middle.latitude) * METRES_PER_DEGREE,
  })
  const all = spots.map(metres)
  const wide = Math.max(SPAN_METRES_MIN, 2 * Math.max(0, ...all.map(({ east }) => Math.abs(east))))
  const high = Math.max(SPAN_METRES_MIN, 2 * Math.max(0, ...all.map(({ north }) => Math.abs(north))))
  const metresPerPixel = Math.max(
    wide / Math.max(1, width - 2 * EDGE_PIXELS),
    high / Math.max(1, height - 2 * EDGE_PIXELS),
  )
  return {
    width,
    height,
    metresPerPixel,
    place(spot) {
      const { east, north } = metres(spot)
      return { x: width / 2 + east / metresPerPixel, y: height / 2 - north / metresPerPixel }
    },
  }
}

/** Joins what is nearer than so many pixels, largest first, so that the same homes give the same picture. */
export function clustersOf(spots: readonly Spot[], frame: Frame, pixels: number): Cluster[] {
  const clusters: { x: number; y: number; spots: Spot[]; count: number }[] = []
  for (const spot of spots.toSorted((one, other) => other.count - one.count || one.id.localeCompare(other.id))) {
    const { x, y } = frame.place(spot)
    const near = clusters.find((each) => Math.hypot(each.x - x, each.y - y) < pixels)
    if (near) {
      near.spots.push(spot)
      near.count += spot.count
    } else clusters.push({ x, y, spots: [spot], count: spot.count })
  }
  return clusters
}

/** A round distance that takes up about so many pixels at most. */
export function scaleOf(metresPerPixel: number, pixelsMax: number): { metres: number; pixels: number } {
  const most = metresPerPixel * pixelsMax
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power
  return { metres, pixels: metres / metresPerPixel }
}

function middleOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : (Math.min(...values) + Math.max(...values)) / 2
}

/** Homes on both sides of the date line lie close together too. */
function middleLongitude(spots: readonly { longitude: number }[]): number {
  const first = spots[0]?.longitude ?? 0
  return turned(first + middleOf(spots.map(({ longitude }) => turned(longitude - first))))
}

function turned(degrees: number): number {
  return ((degrees + 540) % 360) - 180
}
