import { jsonrepair } from 'jsonrepair'
import { inTime } from './in-time.ts'

/** It holds up all others. Honest answers need a few milliseconds; some texts, made for it, would take for ever. */
const MEND_MILLIS_MAX = 500

/** JSON out of what is nearly JSON; undefined when it cannot be mended, or not in time. */
export function mendedJson(text: string): string | undefined {
  try {
    return inTime(() => jsonrepair(text), MEND_MILLIS_MAX)
  } catch {
    return undefined
  }
}
