import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openHush } from '#core/hush.ts'
import { soon } from '#test/working.ts'
import { openCrowd, type Crowded } from './trigger-crowd.ts'

const databases: { database: Crowded; atOnce: number }[] = [
  { database: 'embedded', atOnce: 1 },
  { database: 'postgres', atOnce: 8 },
]

test.for(databases)(
  '$database: answers leave in the order in which they came, whatever is done for them',
  async (on) => {
    // On a busy machine some are late, and leave behind others: then once more.
    await soon(async () => {
      const crowd = openCrowd(on.database, openHush())
      const left: number[] = []
      const places = Array.from({ length: 40 }, (_, place) => place)
      await Promise.all(
        places.map(async (place) => {
          await crowd.among(10, async () => (place % 3 === 0 ? sleep(1) : undefined))
          left.push(place)
        }),
      )
      expect(left).toEqual(places)
    })
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
