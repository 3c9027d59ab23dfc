import { fail } from '#core/errors.ts'
import { outsideOperation } from '#core/outside-operation.ts'
import * as stays from './own-stay.queries.ts'
import * as schema from './own-stay.schema.ts'
import { failures } from './reservation.service.ts'

const about = { outside: ['guest'] } as const

export const listOwnStays = outsideOperation({
  ...about,
  id: 'listOwnStays',
  summary: 'The stays of a guest',
  query: schema.OwnStayQuery,
  reply: schema.OwnStayPage,
  run: (ctx, query) => stays.listOwnStays(ctx, query),
})

export const getOwnStay = outsideOperation({
  ...about,
  id: 'getOwnStay',
  summary: 'A stay of a guest',
  params: schema.OwnStayPath,
  reply: schema.OwnStay,
  errors: [failures.reservation_not_found],
  run: async (ctx, { reservationId }) =>
    (await stays.findOwnStay(ctx, reservationId)) ?? fail(failures.reservation_not_found),
})
