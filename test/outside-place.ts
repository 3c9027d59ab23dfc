import { LINK_TOKENS, isForLinks } from '#core/access.ts'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import type { LinkKind } from '#core/principal.ts'
import { insertion, sql } from '#core/sql.ts'
import { linkApi } from '#src/catalogue.ts'
import type { Schema } from './arbitrary.ts'
import { clientOf } from './client.ts'
import { dayAfter } from './days.ts'
import type { Harness } from './harness.ts'

type Json = Record<string, unknown>
type Pages = Record<LinkKind, unknown>

export interface OutsidePlace {
  propertyId: string
  taskId: string
  reservationId: string
  vendorId: string
  /** An item on the task's checklist. */
  itemId: string
  /** What outsiders see at every address that a link opens. */
  pages(): Promise<Pages>
  /** Afterward nobody outside can read the home or the task. */
  withdraw(): Promise<void>
}

const HOME = {
  name: 'Casa Azul',
  address: 'Rua das Flores 12',
  city: 'Lisbon',
  postalCode: '1200-195',
  country: 'PT',
  latitude: 38.71,
  longitude: -9.14,
  timezone: 'Europe/Lisbon',
  checkinTime: '15:00',
  checkinTimeEnd: '20:00',
  checkoutTime: '11:00',
}

/** A home and a task in it that guests, a technician, and a vendor can read right now. */
export async function outsidePlace(here: Harness): Promise<OutsidePlace> {
  const { asAdmin, asKey, make, app, runtime } = here
  const { id: propertyId } = await make.property(HOME)
  await asAdmin.post('/locks', { propertyId, name: 'Front door', provider: 'simulated' })
  const { id: departmentId } = await make.department()
  const vendor = { name: 'Blue Pool', email: `office-${newId()}@bluepool.example.com` }
  const { id: vendorId } = (await asAdmin.post('/vendors', vendor)).body
  const stay = { propertyId, status: 'CONFIRMED', checkinDate: dayAfter(2), checkoutDate: dayAfter(5) }
  const { id: reservationId } = (await asAdmin.post('/reservations', stay)).body
  const work = { title: 'Fix the boiler', description: 'It drips.', departmentId, propertyId }
  const { id: taskId } = (await asKey.post('/tasks', { ...work, primaryVendorOrgId: vendorId })).body
  await asAdmin.post(`/tasks/${taskId}/comments`, { content: 'The key is with the neighbour.' })
  const { body: checklist } = await asAdmin.patch(`/tasks/${taskId}/checklist`, { newTitles: ['Read the meter'] })
  await addPhoto(here, taskId)
  const shared = (await asAdmin.post(`/tasks/${taskId}/share-links`, { technicianName: 'Marco' })).body
  const guest = (await asAdmin.post('/door-links', { propertyId, reservationId })).body
  const tokens: Record<LinkKind, string> = {
    'shared-task': String(shared.url).split('/t/')[1] ?? '',
    manual: String(guest.url).split('/m/')[1] ?? '',
  }
  return {
    propertyId,
    taskId,
    reservationId,
    vendorId,
    itemId: checklist.items[0].id,
    async pages() {
      // Clear the rate limits: no real reader looks this often.
      await run(runtime.database.pool, sql`delete from rate_windows`)
      const shown: Record<string, unknown[]> = { 'shared-task': [], manual: [] }
      for (const { access, path, methods, raw } of linkApi) {
        if (!isForLinks(access) || raw !== undefined || !methods.includes('GET')) continue
        const address = path.replace(`:${LINK_TOKENS[access.link]}`, tokens[access.link])
        const { body, status } = await clientOf(app, '/api/v1/public').get(address)
        // An ended link shows nothing.
        shown[access.link]?.push(status === 200 ? body : status)
      }
      return shown as Pages
    },
    async withdraw() {
      await asAdmin.post(`/tasks/${taskId}/share-links/${shared.id}/revoke`)
      await asAdmin.post(`/door-links/${guest.id}/revoke`)
      await asKey.patch(`/tasks/${taskId}`, { primaryVendorOrgId: null })
    },
  }
}

async function addPhoto({ runtime, workspaceId }: Harness, taskId: string): Promise<void> {
  const id = newId()
  const storageKey = `${workspaceId}/photos/${id}`
  await runtime.services.storage.put(storageKey, Buffer.from('A picture'), {
    contentType: 'image/jpeg',
    sizeBytesMax: 100,
  })
  const row = { workspaceId, id, taskId, contentType: 'image/jpeg', sizeBytes: 9, sha256: id, storageKey }
  const fields = insertion({ ...row, caption: 'The old tap', createdAt: new Date() })
  await run(runtime.database.pool, sql`insert into task_attachments ${fields}`)
}

const OTHERS: Record<string, unknown> = {
  'country-code': 'ES',
  'time-zone': 'Asia/Tokyo',
  'time-of-day': '13:37',
  'currency-code': 'USD',
  'https-url': 'https://partner.example/other',
  'date-time': '2036-01-02T03:04:05.000Z',
}

/** A value that the schema allows and that differs from the current one. */
export function otherValue(schema: Schema, current: unknown, mark: string): unknown {
  const type = [schema.type].flat()
  if (schema.enum) return schema.enum.find((each) => each !== null && each !== current)
  if (schema.format !== undefined && schema.format in OTHERS) return OTHERS[schema.format]
  if (schema.format === 'uuid') return newId()
  if (schema.format === 'date') return dayAfter(3)
  if (type.includes('boolean')) return current !== true
  if (type.includes('integer') || type.includes('number')) return (typeof current === 'number' ? current : 2) + 1
  if (type.includes('array')) return [otherValue(schema.items ?? {}, undefined, mark)]
  if (type.includes('object')) return { canary: mark } satisfies Json
  if (type.includes('string')) return `other ${mark}`
  throw new Error(`test/outside-place.ts knows no other value of ${JSON.stringify(schema)}`)
}
