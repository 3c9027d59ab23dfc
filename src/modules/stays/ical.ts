import type { Ctx } from '#core/context.ts'
import { errorText } from '#core/error-text.ts'
import { OutboundError, readText } from '#core/outbound.ts'
import { staysInAny } from './calendar-reading.ts'
import { PollFailure, readingTime, STAYS_MAX, type Seen, type Source, type StayAdapter } from './stay-adapter.ts'

const FEED_BYTES_MAX = 5 * 1024 * 1024
const TIMEOUT_SECONDS = 30
const AT_ONCE = 5
const ETAG_LENGTH_MAX = 500

/** Calendars that platforms publish, one for each property. All are read, so that every broken one is named. */
export function ical({ services }: Ctx): StayAdapter {
  async function seenAt(source: Source): Promise<Seen> {
    if (source.feedUrl === null) return { error: 'The address was kept under another server secret. Set it again.' }
    const headers = {
      accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
      ...(source.etag !== null && { 'if-none-match': source.etag }),
    }
    try {
      const request = { headers, timeoutSeconds: TIMEOUT_SECONDS, sizeBytesMax: FEED_BYTES_MAX }
      const answer = await services.outbound.request(source.feedUrl, request)
      const text = await readText(answer)
      if (answer.status === 304 && source.etag !== null) return { unchanged: true }
      if (answer.status !== 200) return { error: `The calendar's server answered ${answer.status}.` }
      const etag = answer.headers['etag'] ?? null
      const kept = etag !== null && etag.length <= ETAG_LENGTH_MAX ? etag : null
      return {
        picture: { ...(await staysInAny(source.propertyId, text, source)), unclear: [], from: null, etag: kept },
      }
    } catch (error) {
      if (error instanceof OutboundError || error instanceof PollFailure) return { error: errorText(error) }
      throw error
    }
  }

  return {
    externalSource: 'ical',
    // Two calendars may give the same id to two stays.
    externalIdOf: ({ propertyId }, remoteId) => `${propertyId}/${remoteId}`,
    async look(sources) {
      const seen: Seen[] = []
      const assertTime = readingTime()
      for (let at = 0; at < sources.length; at += AT_ONCE) {
        assertTime()
        seen.push(...(await Promise.all(sources.slice(at, at + AT_ONCE).map(seenAt))))
        const stays = seen.reduce((sum, each) => sum + ('picture' in each ? each.picture.stays.length : 0), 0)
        if (stays > STAYS_MAX) throw new PollFailure(`The calendars hold more than ${STAYS_MAX} stays together.`)
      }
      return seen
    },
  }
}
