import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openHush } from '#core/hush.ts'
import { openCrowd, type Crowded } from './trigger-crowd.ts'

const databases: { database: Crowded; atOnce: number }[] = [
  { database: 'embedded', atOnce: 1 },
  { database: 'postgres', atOnce: 8 },
]

test.for(databases)(
  '$database: answers leave in the order in which they came, whatever is done for them',
  async (on) => {
    const time = timeThatWaits()
    const crowd = openCrowd(on.database, openHush(), time)
    const left: number[] = []
    const places = Array.from({ length: 40 }, (_, place) => place)
    await Promise.all(
      places.map(async (place) => {
        await crowd.among(10, async () => (place % 3 === 0 ? time.until(time.now() + 1) : undefined))
        left.push(place)
      }),
    )
    expect(left).toEqual(places)
  },
)

test.for(databases)('$database: no more than $atOnce are worked on at a time, however long it takes', async (on) => {
  const crowd = openCrowd(on.database, openHush())
  const doing = { now: 0, most: 0 }
  const isFull = Promise.withResolvers<void>()
  async function work(): Promise<void> {
    doing.most = Math.max(doing.most, ++doing.now)
    if (doing.now === on.atOnce) isFull.resolve()
    await isFull.promise
    await sleep(10)
    doing.now -= 1
  }
  await Promise.all(Array.from({ length: 20 }, () => crowd.among(10, work)))
  expect(doing).toEqual({ now: 0, most: on.atOnce })
})

test('one that fails leaves at once, with what it says, and holds up nobody', async () => {
  const hush = openHush()
  const crowd = openCrowd('embedded', hush)
  await expect(crowd.among(0, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await crowd.among(0, async () => 'next')).toBe('next')
  await hush.over()
})

/** Goes on when everybody waits for it: how busy the machine is changes nothing. */
function timeThatWaits() {
  let now = 0
  const waiting: { moment: number; wake: () => void }[] = []
  function goOn(): void {
    waiting.sort((one, other) => one.moment - other.moment)
    const next = waiting.shift()
    if (!next) return
    now = Math.max(now, next.moment)
    next.wake()
  }
  return {
    now: () => now,
    until: (moment: number) =>
      new Promise<void>((wake) => {
        waiting.push({ moment, wake })
        setImmediate(goOn)
      }),
  }
}
