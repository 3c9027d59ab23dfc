import { expect, test } from 'vitest'
import { staysIn } from './calendar.ts'

const LISBON = { timezone: 'Europe/Lisbon', closedAreStays: false }
const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const days = (start: string, end: string): string =>
  `DTSTART;VALUE=DATE:${start}\r\nDTEND;VALUE=DATE:${end}\r\nDTSTAMP:20261115T000000Z`

test('Airbnb: the days as they are, the code from the address, blocks left out, lines unfolded', () => {
  const feed = [
    'BEGIN:VCALENDAR',
    'PRODID;X-RICAL-TZSOURCE=TZINFO:-//Airbnb Inc//Hosting Calendar 0.8.8//EN',
    'CALSCALE:GREGORIAN',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'DTEND;VALUE=DATE:20261205',
    'DTSTART;VALUE=DATE:20261201',
    'UID:1418fb94e984-c36acd43400000000000000000000000000000000000000000000000',
    ' 0e6515e5@airbnb.com',
    'DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/de',
    ' tails/HMABCD1234\\nPhone Number (Last 4 Digits): 8842',
    'SUMMARY:Reserved',
    'END:VEVENT',
    event(days('20261210', '20261214'), 'UID:6fec1092d3fa-1@airbnb.com', 'SUMMARY:Airbnb (Not available)'),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const { stays, ignored } = staysIn(feed, LISBON)
  expect(ignored).toBe(1)
  expect(stays).toEqual([
    {
      remoteId: '1418fb94e984-c36acd434000000000000000000000000000000000000000000000000e6515e5@airbnb.com',
      status: 'CONFIRMED',
      checkinDate: '2026-12-01',
      checkoutDate: '2026-12-05',
      checkinTime: null,
      checkoutTime: null,
      guests: null,
      code: 'HMABCD1234',
      channel: 'airbnb',
      guestName: null,
      guestEmail: null,
      guestPhone: null,
    },
  ])
})

test('Booking.com: closed nights are no stays, unless the feed is said to call booked ones so', () => {
  const feed = calendar(
    'METHOD:PUBLISH',
    event(days('20261201', '20261203'), 'UID:a@booking.com', 'SUMMARY:CLOSED - Not available'),
    event(days('20261205', '20261206'), 'UID:b@booking.com', 'SUMMARY:CLOSED – Not available'),
  )
  expect(staysIn(feed, LISBON)).toEqual({ stays: [], ignored: 2 })
  const { stays } = staysIn(feed, { ...LISBON, closedAreStays: true })
  expect(stays).toMatchObject([{ channel: 'booking.com', checkinDate: '2026-12-01' }, { checkoutDate: '2026-12-06' }])
})

test('Vrbo: the name after "Reserved", a duration in place of an end, blocks', () => {
  const feed = calendar(
    event('DTSTART;VALUE=DATE:20261101', 'DURATION:P4D', 'UID:v1@vrbo.com', 'SUMMARY:Reserved - Mélanie'),
    event(days('20261110', '20261112'), 'UID:v2', 'SUMMARY:Blocked'),
    event(days('20261120', '20261122'), 'UID:v3', 'SUMMARY:Indisponible'),
    event('DTSTART;VALUE=DATE:20261130', 'UID:v4', 'SUMMARY:Reserved'),
  )
  const { stays, ignored } = staysIn(feed, LISBON)
  expect(ignored).toBe(2)
  expect(stays).toMatchObject([
    { guestName: 'Mélanie', channel: 'vrbo', checkinDate: '2026-11-01', checkoutDate: '2026-11-05' },
    // Without an end it lasts a day.
    { guestName: null, checkinDate: '2026-11-30', checkoutDate: '2026-12-01' },
  ])
})

test.each([
  ['UTC', 'DTSTART:20261201T010000Z', 'DTEND:20261205T190000Z', ['2026-11-30', '20:00', '2026-12-05', '14:00']],
  [
    'a named zone without a description',
    'DTSTART;TZID=Europe/Lisbon:20261201T030000',
    'DTEND;TZID=Europe/Lisbon:20261205T160000',
    ['2026-11-30', '22:00', '2026-12-05', '11:00'],
  ],
  [
    'the zone of the property',
    'DTSTART;TZID=America/New_York:20261201T160000',
    'DTEND;TZID=America/New_York:20261205T100000',
    ['2026-12-01', '16:00', '2026-12-05', '10:00'],
  ],
  [
    'no zone at all',
    'DTSTART:20261201T160000',
    'DTEND:20261205T100000',
    ['2026-12-01', '16:00', '2026-12-05', '10:00'],
  ],
  [
    'over the end of summer time',
    'DTSTART:20261030T200000Z',
    'DTEND:20261103T150000Z',
    ['2026-10-30', '16:00', '2026-11-03', '10:00'],
  ],
  [
    // In Lisbon clocks skip 01:30 on the first day, and show it twice on the last: then it is the first time.
    'hours that are skipped or come twice',
    'DTSTART;TZID=Europe/Lisbon:20260329T013000',
    'DTEND;TZID=Europe/Lisbon:20261025T013000',
    ['2026-03-28', '21:30', '2026-10-24', '20:30'],
  ],
  [
    'a name that is no IANA name',
    'DTSTART;TZID=PST:20261201T130000',
    'DTEND;TZID=PST:20261205T070000',
    ['2026-12-01', '16:00', '2026-12-05', '10:00'],
  ],
])('times become those of the property: %s', (_what, start, end, wanted) => {
  const { stays } = staysIn(calendar(event(start, end, 'UID:1', 'SUMMARY:Reserved')), {
    ...LISBON,
    timezone: 'America/New_York',
  })
  const [stay] = stays
  expect([stay?.checkinDate, stay?.checkinTime, stay?.checkoutDate, stay?.checkoutTime]).toEqual(wanted)
})

test('a zone that only the calendar describes', () => {
  const feed = calendar(
    'BEGIN:VTIMEZONE',
    'TZID:House time',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0300',
    'END:STANDARD',
    'END:VTIMEZONE',
    event('DTSTART;TZID=House time:20261201T020000', 'DTEND;TZID=House time:20261204T120000', 'UID:1', 'SUMMARY:x'),
  )
  expect(staysIn(feed, LISBON).stays).toMatchObject([{ checkinDate: '2026-11-30', checkinTime: '23:00' }])
})

test('states: cancelled and tentative entries, and a calendar that withdraws all of them', () => {
  const entries = [
    event(days('20261201', '20261203'), 'UID:1', 'SUMMARY:Reserved', 'STATUS:CANCELLED'),
    event(days('20261205', '20261206'), 'UID:2', 'SUMMARY:Reserved', 'STATUS:TENTATIVE'),
    event(days('20261208', '20261209'), 'UID:3', 'SUMMARY:Reserved', 'STATUS:CONFIRMED'),
  ]
  const statusesOf = (feed: string) => staysIn(feed, LISBON).stays.map(({ status }) => status)
  expect(statusesOf(calendar(...entries))).toEqual(['CANCELLED', 'TENTATIVE', 'CONFIRMED'])
  expect(new Set(statusesOf(calendar('METHOD:CANCEL', ...entries)))).toEqual(new Set(['CANCELLED']))
})

test('what comes again and again, and what has no night, is no stay', () => {
  const feed = calendar(
    event(days('20261201', '20261202'), 'UID:1', 'SUMMARY:Cleaner', 'RRULE:FREQ=WEEKLY;COUNT=10'),
    event('DTSTART:20261201T100000Z', 'DTEND:20261201T120000Z', 'UID:2', 'SUMMARY:Visit'),
    event(days('20261205', '20261205'), 'UID:3', 'SUMMARY:Reserved'),
  )
  expect(staysIn(feed, LISBON)).toEqual({ stays: [], ignored: 3 })
})

test('an entry without an id has the same one each time, and another one than its neighbours', () => {
  const feed = calendar(
    event(days('20261201', '20261203'), 'SUMMARY:Reserved'),
    event(days('20261205', '20261206'), 'SUMMARY:Reserved', 'UID:'),
  )
  const ids = () => staysIn(feed, LISBON).stays.map(({ remoteId }) => remoteId)
  expect(ids()).toEqual(ids())
  expect(new Set(ids()).size).toBe(2)
  for (const id of ids()) expect(id).toMatch(/^derived-[0-9a-f]{40}$/)
})

test('of the same entry twice the newer one counts', () => {
  const feed = calendar(
    event(days('20261201', '20261203'), 'UID:1', 'SEQUENCE:2', 'SUMMARY:Reserved'),
    event(days('20261101', '20261103'), 'UID:1', 'SEQUENCE:1', 'SUMMARY:Reserved'),
  )
  expect(staysIn(feed, LISBON).stays).toMatchObject([{ checkinDate: '2026-12-01' }])
})

test.each([
  ['a web page', '<!doctype html><title>Sign in</title>'],
  ['nothing', ''],
  ['half a calendar', calendar(event(days('20261201', '20261203'), 'UID:1')).slice(0, -30)],
  ['an entry without a day', calendar(event('UID:1', 'SUMMARY:Reserved'))],
  ['a day that does not exist', calendar(event(days('20261301', '20261303'), 'UID:1', 'SUMMARY:Reserved'))],
  ['a day in another notation', calendar(event(days('01/12/2026', '03/12/2026'), 'UID:1', 'SUMMARY:Reserved'))],
])('%s fails as a whole: a stay that cannot be read must not look cancelled', (_what, text) => {
  expect(() => staysIn(text, LISBON)).toThrow(/calendar/)
})

test('an empty calendar, a mark at its start and lines without carriage returns are fine; too many entries are not', () => {
  expect(staysIn(`\uFEFF${calendar().replaceAll('\r', '')}\n\n`, LISBON)).toEqual({ stays: [], ignored: 0 })
  const many = Array.from({ length: 10_001 }, (_, n) => event(days('20261201', '20261203'), `UID:${n}`))
  expect(() => staysIn(calendar(...many), LISBON)).toThrow(/10000/)
})

test('a day that does not say that it is one, a strange count of changes, and calendars one after the other are read', () => {
  const entry = (uid: string, more = '') =>
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${uid}\nSUMMARY:Reserved\nDTSTART:20261201\nDTEND:20261205\n${more}END:VEVENT\nEND:VCALENDAR\n`
  const { stays } = staysIn(entry('a', 'SEQUENCE:-5\n') + entry('b'), {
    timezone: 'Europe/Lisbon',
    closedAreStays: false,
  })
  const days = { checkinDate: '2026-12-01', checkoutDate: '2026-12-05', checkinTime: null, checkoutTime: null }
  expect(stays).toMatchObject([
    { remoteId: 'a', ...days },
    { remoteId: 'b', ...days },
  ])
})
