import { expect, test } from 'vitest'
import { stayIn } from './hostaway-record.ts'
import { pauseAfter } from './poll.rules.ts'

test('five minutes, a tenth more or less; longer after each failure, three hours at most; patience when asked for', () => {
  expect([0, 0.5, 1].map((chance) => pauseAfter(0, undefined, chance))).toEqual([270, 300, 330])
  expect([1, 2, 3, 20].map((failures) => pauseAfter(failures, undefined, 0.5))).toEqual([600, 1200, 2400, 10_800])
  expect([pauseAfter(1, 3600, 0.5), pauseAfter(1, 5, 0.5)]).toEqual([3600, 600])
})

const RECORD = { id: 13, listingMapId: 40160, status: 'new', arrivalDate: '2026-12-01', departureDate: '2026-12-05' }

test('a reservation of the property system is read as it is documented', () => {
  const details = {
    channelName: 'airbnb',
    confirmationCode: 'HMP2KQ4B44',
    guestName: ' Andrew\u0000 Peterson\n',
    guestEmail: 'mail@test.com',
    phone: '+75125551212',
    numberOfGuests: 3,
    checkInTime: 16,
    checkOutTime: null,
  }
  expect(stayIn({ ...RECORD, ...details })).toEqual({
    listingId: '40160',
    stay: {
      remoteId: '13',
      status: 'CONFIRMED',
      checkinDate: '2026-12-01',
      checkoutDate: '2026-12-05',
      checkinTime: '16:00',
      checkoutTime: null,
      guests: 3,
      code: 'HMP2KQ4B44',
      channel: 'airbnb',
      guestName: 'Andrew Peterson',
      guestEmail: 'mail@test.com',
      guestPhone: '+75125551212',
    },
  })
})

test.each([
  ['modified', 'CONFIRMED'],
  ['pending', 'TENTATIVE'],
  ['inquiry', 'INQUIRY'],
  ['cancelled', 'CANCELLED'],
  ['expired', 'CANCELLED'],
  ['ownerStay', undefined],
])('%s is %s', (status, wanted) => {
  expect(stayIn({ ...RECORD, status }).stay?.status).toBe(wanted)
})

test('days that mean nothing are no stay, and what cannot be read is an error', () => {
  expect(stayIn({ ...RECORD, isDatesUnspecified: 1 }).stay).toBeUndefined()
  expect(stayIn({ ...RECORD, departureDate: '2026-12-01' }).stay).toBeUndefined()
  for (const broken of [null, 'x', {}, { ...RECORD, id: null }, { ...RECORD, arrivalDate: '2026-13-01' }]) {
    expect(() => stayIn(broken)).toThrow(/reservation/)
  }
  for (const status of ['archived', 'constructor', '', null, undefined, 1]) {
    const unclear = { remoteId: '13', why: expect.stringContaining('reservation 13 has the unknown status') }
    expect(stayIn({ ...RECORD, status }), String(status)).toEqual({ listingId: '40160', unclear })
  }
})
