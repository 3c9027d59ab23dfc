import { fail } from '#core/errors.ts'
import { outsideOperation } from '#core/outside-operation.ts'
import * as homes from './guest-home.queries.ts'
import * as schema from './guest-home.schema.ts'
import { failures } from './property.service.ts'

const about = { outside: ['guest'] } as const

export const listGuestHomes = outsideOperation({
  ...about,
  id: 'listGuestHomes',
  summary: 'The homes of a guest’s stays',
  query: schema.GuestHomeQuery,
  reply: schema.GuestHomePage,
  run: (ctx, query) => homes.listGuestHomes(ctx, query),
})

export const getGuestHome = outsideOperation({
  ...about,
  id: 'getGuestHome',
  summary: 'The home of a guest’s stay',
  params: schema.GuestHomePath,
  reply: schema.GuestHome,
  errors: [failures.property_not_found],
  run: async (ctx, { propertyId }) => (await homes.findGuestHome(ctx, propertyId)) ?? fail(failures.property_not_found),
})
