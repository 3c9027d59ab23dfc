import { pause } from '../../offline/pause.ts'
import { readText, removeText, writeText } from '../../offline/small-storage.ts'
import { tabsOf } from './tabs.ts'

const NOTE = 'console-leaving'
const WAIT_MILLIS_MIN = 1000
const WAIT_MILLIS_MAX = 30_000

export interface Leaving {
  /** Ends the session at the server, now or as soon as it answers. */
  begin(): Promise<void>
  /** Whether nothing is left to be ended. */
  settled(): Promise<boolean>
}

/** Signing out, also while the server is away: the browser remembers that its cookie is still to be ended. */
export function openLeaving(address: string): Leaving {
  const tabs = tabsOf('innkeeper-leaving', () => {})
  let trying: Promise<void> | undefined
  // One tab at a time: a late answer would take away the cookie of whoever signed in meanwhile.
  const settled = (): Promise<boolean> =>
    tabs.alone(async () => {
      if (readText(NOTE) === null) return true
      const answer = await fetch(address, { method: 'DELETE', keepalive: true }).catch(() => undefined)
      const isOver = answer !== undefined && answer.status < 500 && answer.status !== 429
      if (isOver) removeText(NOTE)
      return isOver
    })
  async function tryOn(): Promise<void> {
    for (let millis = WAIT_MILLIS_MIN; !(await settled()); millis = Math.min(millis * 2, WAIT_MILLIS_MAX)) {
      await pause(millis)
    }
  }
  const goOn = (): void => void (trying ??= tryOn().finally(() => (trying = undefined)))
  // What an earlier page could not end.
  if (readText(NOTE) !== null) goOn()
  return {
    async begin() {
      writeText(NOTE, 'yes')
      if (!(await settled())) goOn()
    },
    settled,
  }
}
