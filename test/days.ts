import { expect, vi } from 'vitest'
import { ZONE } from './makers.ts'

const DAY_MILLIS = 86_400_000
/** Longer than a test that speaks of today. */
const ROOM_MILLIS = 120_000

const dayAt = (millis: number, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(millis)

/** The day so many days from today, as a workspace of a test has it. */
export function dayAfter(count: number, zone = ZONE): string {
  return new Date(Date.parse(dayAt(Date.now(), zone)) + count * DAY_MILLIS).toISOString().slice(0, 10)
}

/** Before a test that asks twice what day it is: one that is about to end is waited out. */
export function wholeDay(zone = ZONE): Promise<void> {
  const isLong = (): void => expect(dayAt(Date.now() + ROOM_MILLIS, zone)).toBe(dayAt(Date.now(), zone))
  return vi.waitFor(isLong, { timeout: ROOM_MILLIS * 2, interval: 100 })
}
