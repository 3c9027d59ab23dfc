import { expect, test } from 'vitest'
import { clustersOf, frameOf, scaleOf, type Spot } from './map-places.ts'

const spot = (id: string, latitude: number, longitude: number, count = 1): Spot => ({
  id,
  name: id,
  latitude,
  longitude,
  count,
})
const lisbon = spot('lisbon', 38.7223, -9.1393)
const porto = spot('porto', 41.1579, -8.6291)

test('everything is on the picture, north is up and east is right', () => {
  const frame = frameOf([lisbon, porto], 800, 600)
  const [south, north] = [frame.place(lisbon), frame.place(porto)]
  expect(north.y).toBeLessThan(south.y)
  expect(north.x).toBeGreaterThan(south.x)
  for (const { x, y } of [south, north]) {
    expect(x).toBeGreaterThanOrEqual(63.9)
    expect(x).toBeLessThanOrEqual(736.1)
    expect(y).toBeGreaterThanOrEqual(63.9)
    expect(y).toBeLessThanOrEqual(536.1)
  }
  const kilometres = (Math.hypot(north.x - south.x, north.y - south.y) * frame.metresPerPixel) / 1000
  expect(kilometres).toBeGreaterThan(270)
  expect(kilometres).toBeLessThan(278)
})

test('one home alone, and homes on both sides of the date line', () => {
  const alone = frameOf([lisbon], 800, 600)
  expect(alone.place(lisbon)).toEqual({ x: 400, y: 300 })
  expect(alone.metresPerPixel).toBeCloseTo(400 / 472)
  const [west, east] = [spot('a', -17, 179.99), spot('b', -17, -179.99)]
  const frame = frameOf([west, east], 800, 600)
  expect(frame.metresPerPixel * 800).toBeLessThan(3000)
  expect(frame.place(east).x).toBeGreaterThan(frame.place(west).x)
})

test('close ones are one, with the sum of what there is to do', () => {
  const near = spot('near', 38.7224, -9.1394, 4)
  const frame = frameOf([lisbon, near, porto], 800, 600)
  const clusters = clustersOf([lisbon, near, porto], frame, 48)
  expect(clusters.map(({ count, spots }) => [count, spots.map(({ id }) => id)])).toEqual([
    [5, ['near', 'lisbon']],
    [1, ['porto']],
  ])
})

test.for([
  [1, 120, 100],
  [0.7, 120, 50],
  [430, 120, 50_000],
  [2.5, 120, 200],
])('at %d metres for a pixel, %d pixels are a scale of %d metres', ([perPixel, pixels, metres]) => {
  expect(scaleOf(perPixel ?? 0, pixels ?? 0).metres).toBe(metres)
})
