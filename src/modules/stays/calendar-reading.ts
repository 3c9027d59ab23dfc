import { openStoppableThread, type Lost } from '#core/stoppable-thread.ts'
import { staysIn, type CalendarReading, type CalendarStays } from './calendar.ts'
import type { CalendarAnswer, CalendarRequest } from './calendar-thread.ts'
import { PollFailure } from './stay-adapter.ts'

/** A longer calendar can be crafted to keep the library busy for seconds or minutes. */
const QUICK_CHARACTERS_MAX = 32 * 1024
const TIMEOUT_MILLIS = 5000
const THREADS = 2

type Answer = CalendarAnswer | { broken: string }

const thread = openStoppableThread<CalendarRequest, Answer>(
  { file: new URL('./calendar-thread.ts', import.meta.url), isCompiled: () => false, lost: answerWithout },
  { timeoutMillis: TIMEOUT_MILLIS, threads: THREADS },
)

function answerWithout(_request: CalendarRequest, lost: Lost): Answer {
  if (lost.reason === 'error') return { broken: lost.message }
  return {
    fault: `The calendar takes too ${lost.reason === 'time' ? 'long' : 'much memory'} to read: publish less of it.`,
  }
}

/** Reads a property's calendar of any length without blocking the process. */
export async function staysInAny(
  propertyId: string,
  text: string,
  { timezone, closedAreStays }: CalendarReading,
): Promise<CalendarStays> {
  if (text.length <= QUICK_CHARACTERS_MAX) return staysIn(text, { timezone, closedAreStays })
  const answer = await thread.run(propertyId, { text, timezone, closedAreStays })
  if ('broken' in answer) throw new Error(`the thread for calendars broke: ${answer.broken}`)
  if ('fault' in answer) throw new PollFailure(answer.fault)
  return answer
}
