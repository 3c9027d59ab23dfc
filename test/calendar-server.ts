import { serve } from './peer.ts'

export interface Entry {
  uid: string
  start: string
  end: string
  summary?: string
  status?: string
}

/** A platform that publishes calendars, there until the test is over. */
export interface CalendarServer {
  url(name: string): string
  /** What it answers under a name: entries, a text as it is, or a status. */
  feeds: Map<string, Entry[] | string | number>
  /** How often each was asked for. */
  asked: Map<string, number>
  /** When set, it tells versions apart. */
  hasEtags: boolean
}

export async function startCalendars(): Promise<CalendarServer> {
  const feeds: CalendarServer['feeds'] = new Map()
  const asked = new Map<string, number>()
  const server = { feeds, asked, hasEtags: false, url: (name: string) => name }
  const { host } = await serve((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
    asked.set(name, (asked.get(name) ?? 0) + 1)
    const feed = feeds.get(name) ?? 404
    if (typeof feed === 'number') return void response.writeHead(feed).end('no')
    const text = typeof feed === 'string' ? feed : calendarOf(feed)
    const etag = server.hasEtags ? { etag: `"${text.length}-${text.slice(-2000, -1900).length}"` } : {}
    if (etag.etag !== undefined && request.headers['if-none-match'] === etag.etag) {
      return void response.writeHead(304, etag).end()
    }
    return void response.writeHead(200, { 'content-type': 'text/calendar', ...etag }).end(text)
  })
  server.url = (name) => `http://${host.replace('127.0.0.1', 'localhost')}/${name}?s=private`
  return server
}

function calendarOf(entries: readonly Entry[]): string {
  const events = entries.map(({ uid, start, end, summary = 'Reserved', status }) =>
    [
      'BEGIN:VEVENT',
      `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${end.replaceAll('-', '')}`,
      `UID:${uid}`,
      `SUMMARY:${summary}`,
      ...(status === undefined ? [] : [`STATUS:${status}`]),
      'END:VEVENT',
    ].join('\r\n'),
  )
  const head = ['BEGIN:VCALENDAR', 'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN', 'VERSION:2.0']
  return [...head, ...events, 'END:VCALENDAR', ''].join('\r\n')
}
