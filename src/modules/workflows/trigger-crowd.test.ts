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
    const crowd = openCrowd(on.database, openHush())
    const left: number[] = []
    const doing = { now: 0, most: 0 }
    async function work(isKnown: boolean): Promise<void> {
      doing.most = Math.max(doing.most, ++doing.now)
      if (isKnown) await sleep(1)
      doing.now -= 1
    }
    const places = Array.from({ length: 40 }, (_, place) => place)
    await Promise.all(
      places.map(async (place) => {
        await crowd.among(10, () => work(place % 3 === 0))
        left.push(place)
      }),
    )
    expect(left).toEqual(places)
    expect(doing.now).toBe(0)
    expect(doing.most).toBeLessThanOrEqual(on.atOnce)
  },
)

test('one that fails leaves at once, with what it says, and holds up nobody', async () => {
  const hush = openHush()
  const crowd = openCrowd('embedded', hush)
  await expect(crowd.among(0, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await crowd.among(0, async () => 'next')).toBe('next')
  await hush.over()
})
