import { errorText } from '#core/error-text.ts'
import { answerRequests } from '#core/walled-thread.ts'
import { staysIn, type CalendarReading, type CalendarStays } from './calendar.ts'
import { PollFailure } from './stay-adapter.ts'

export interface CalendarRequest extends CalendarReading {
  text: string
}

export type CalendarAnswer = CalendarStays | { fault: string }

answerRequests(({ text, ...reading }: CalendarRequest): CalendarAnswer => {
  try {
    return staysIn(text, reading)
  } catch (error) {
    if (error instanceof PollFailure) return { fault: errorText(error) }
    throw error
  }
})
