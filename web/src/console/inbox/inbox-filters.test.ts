import { expect, test } from 'vitest'
import { parseInbox, queryOf } from './inbox-filters.ts'

test.for([
  [{}, {}, { status: 'open' }],
  [
    { view: 'waiting', unread: 'true' },
    { view: 'waiting', unread: true },
    { status: 'open', waiting: true, unread: true },
  ],
  [{ view: 'nonsense', channel: 'fax', who: 'all', q: '  ' }, {}, { status: 'open' }],
  [
    { view: 'all', q: 4711, who: 'nobody' },
    { view: 'all', q: '4711', who: 'nobody' },
    { assigned: false, q: '4711' },
  ],
  [
    { view: 'closed', who: 'me', channel: 'sms' },
    { view: 'closed', who: 'me', channel: 'sms' },
    { status: 'closed', assigneeId: 'u1', channel: 'sms' },
  ],
] as const)('%o in the address is %o, asked for as %o', ([search, filters, query]) => {
  expect(parseInbox(search)).toEqual(filters)
  expect(queryOf(parseInbox(search), 'u1')).toEqual(query)
})
