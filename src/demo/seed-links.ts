import type { WorkspaceCtx } from '#core/context.ts'
import { createDoorLink } from '#modules/links/door-link.service.ts'
import { createShareLink } from '#modules/links/share-link.service.ts'
import { createLock, simulate } from '#modules/locks/lock.service.ts'
import { updateGuide } from '#modules/properties/property-guide.service.ts'
import { idOf, type Names, type Work } from './seed-work.ts'

const HOUSE_RULES = 'No smoking inside.\nQuiet from 22:00 to 8:00.\nNo parties, please: the neighbours are families.'
/** Its lock answers; that of the other does not. */
const ONLINE = 'Alfama Terrace'
const OFFLINE = 'Praia Grande Villa'

/** What people without an account get: a link for a technician, and two for guests. */
export async function seedLinks(
  ctx: WorkspaceCtx,
  { properties }: Names,
  { stays, tasks }: Work,
): Promise<{ technicianUrl: string; guestUrl: string }> {
  for (const [name, propertyId] of properties) {
    await updateGuide(ctx, propertyId, {
      accessNotes: `The service key is in the box left of the gate. Ask the office for the code of ${name}.`,
      wifiPassword: `bemvindo-${name.length * 137}`,
      houseRules: HOUSE_RULES,
    })
  }
  const door = { name: 'Front door', provider: 'simulated' } as const
  await createLock(ctx, { ...door, propertyId: idOf(properties, ONLINE) })
  const away = await createLock(ctx, { ...door, propertyId: idOf(properties, OFFLINE) })
  await simulate(ctx, away.id, 'offline')
  await createDoorLink(ctx, { propertyId: away.propertyId })
  const guest = await createDoorLink(ctx, {
    propertyId: idOf(properties, ONLINE),
    reservationId: idOf(stays, 'Amélie Laurent').reservationId,
  })
  const technician = await createShareLink(ctx, idOf(tasks, 'Casa Azul 0'), { technicianName: 'Limpezas Sol' })
  return { technicianUrl: technician.url ?? '', guestUrl: guest.url ?? '' }
}
