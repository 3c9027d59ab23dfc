import type { AddressInfo } from 'node:net'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf, type Client } from './client.ts'
import { dayAfter } from './days.ts'
import { timeLock } from './guest-place.ts'
import { harness, startTestApp, type Harness, type TestApp } from './harness.ts'

/** The service on an address of its own, as a phone would reach it. */
interface Served extends TestApp {
  url: string
}

let served: Promise<Served> | undefined

async function serve(): Promise<Served> {
  const server = await startTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...server, url: `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}` }
}

export async function closeService(): Promise<void> {
  const open = served
  served = undefined
  await (await open)?.close()
}

type ItemKind = 'CHECK' | 'CONDITION' | 'PHOTO' | 'COUNT' | 'TEXT' | 'YES_NO' | 'RATING'

export interface Stage extends Harness {
  /** Where the service is. */
  url: string
  propertyId: string
  taskId: string
  shortId: string
  /** Makes a link to the task; answers its page and its holder at the service. */
  share(fields?: object): Promise<{ id: string; pageUrl: string; token: string; holder: Client }>
  addItem(kind: ItemKind, title: string, isRequired?: boolean): Promise<string>
  /** Makes a link to the guest's guide; answers its page. */
  invite(fields?: object): Promise<{ id: string; pageUrl: string; token: string }>
  /** Puts a lock into the door, and tells it what to do. */
  addLock(behaviour?: 'online' | 'offline' | 'slow' | 'failing'): Promise<(behaviour: string) => Promise<unknown>>
  /** A stay from and to days counted from today. */
  addStay(fromDays: number, toDays: number): Promise<string>
  dropItem(itemId: string): Promise<void>
  /** Makes the end of a link's time lie in the past. */
  expire(linkId: string): Promise<void>
}

const PROPERTY = {
  name: 'Casa do Farol',
  address: 'Rua do Farol 12',
  city: 'Cascais',
  postalCode: '2750-642',
  country: 'PT',
  latitude: 38.6905,
  longitude: -9.4214,
  timezone: 'Europe/Lisbon',
  checkinTime: '15:00',
  checkinTimeEnd: '22:00',
  checkoutTime: '11:00',
  checkinInstructions:
    'Walk through the blue gate and up the stairs. The door is on the left, with the lighthouse on it.',
  checkoutInstructions: 'Leave the keys on the table and pull the door shut. The towels may stay where they are.',
  parkingInstructions: 'Space 14 in the garage, entrance in Rua das Flores. The remote is in the drawer by the door.',
  hasParking: true,
  hasSmartLock: true,
  wifiName: 'Farol Guests',
} as const

export const GUIDE = {
  accessNotes: 'Key box left of the gate, code 4711.\nAlarm panel behind the door: 2209.',
  wifiPassword: 'lighthouse-1868',
  houseRules: 'Quiet after ten at night.\nNo smoking inside.\nDogs are welcome, not on the beds.',
} as const

const TASK = {
  title: 'Turnover clean and welcome basket',
  description: 'Guests arrive at three. Fresh linen is in the cellar, the basket is in the fridge.',
  scheduledDate: '2026-11-20',
  scheduledTime: '11:30',
  estimatedDurationMinutes: 150,
  priority: 'HIGH',
} as const

/** A home with a task in it, told as a day's work would be. */
export async function stage(task: object = {}): Promise<Stage> {
  const server = await (served ??= serve())
  const here = await harness(server)
  const { asKey, asAdmin, workspaceId, runtime, make } = here
  const { id: departmentId } = await make.department()
  const { id: propertyId } = await make.property(PROPERTY)
  await asAdmin.patch(`/properties/${propertyId}/guide`, GUIDE)
  const { body } = await asKey.post('/tasks', { ...TASK, departmentId, propertyId, ...task })
  const taskId: string = body.id
  let position = 0
  return {
    ...here,
    url: server.url,
    propertyId,
    taskId,
    shortId: body.shortId,
    async share(fields = {}) {
      const { body: link } = await asAdmin.post(`/tasks/${taskId}/share-links`, { mode: 'carry_out', ...fields })
      const token = String(link.url).split('/t/')[1] ?? ''
      const holder = clientOf(here.app, `/api/v1/public/shared-task/${token}`)
      return { id: link.id, token, pageUrl: `${server.url}/t/${token}`, holder }
    },
    async addItem(kind, title, isRequired = true) {
      const id = newId()
      position += 1
      await run(
        runtime.database.pool,
        sql`
        insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position, created_at)
        values (${workspaceId}, ${id}, ${taskId}, ${kind}, ${title}, ${isRequired}, ${isRequired}, ${position}, now())`,
      )
      return id
    },
    async invite(fields = {}) {
      const { body: link } = await asAdmin.post('/door-links', { propertyId, ...fields })
      const token = String(link.url).split('/m/')[1] ?? ''
      return { id: link.id, token, pageUrl: `${server.url}/m/${token}` }
    },
    async addLock(first = 'online') {
      const { body: lock } = await asAdmin.post('/locks', { propertyId, name: 'Front door', provider: 'simulated' })
      const behave = (behaviour: string) => {
        timeLock(here, behaviour)
        return asAdmin.put(`/locks/${lock.id}/simulation`, { behaviour })
      }
      await behave(first)
      return behave
    },
    async addStay(fromDays, toDays) {
      const dates = { checkinDate: dayAfter(fromDays), checkoutDate: dayAfter(toDays) }
      return (await asAdmin.post('/reservations', { propertyId, ...dates })).body.id
    },
    async dropItem(itemId) {
      await run(
        runtime.database.pool,
        sql`delete from task_checklist_items where workspace_id = ${workspaceId} and id = ${itemId}`,
      )
    },
    async expire(linkId) {
      await run(
        runtime.database.pool,
        sql`update share_links set expires_at = now() - interval '1 hour' where workspace_id = ${workspaceId} and id = ${linkId}`,
      )
    },
  }
}

/** One item of each kind that is answered on the page. */
export async function addEveryKind({ addItem, asKey, taskId }: Stage): Promise<void> {
  await addItem('CHECK', 'Strip and make both beds')
  await addItem('COUNT', 'Bath towels laid out')
  await addItem('CONDITION', 'Kitchen worktop')
  await addItem('YES_NO', 'Does the heating work?')
  await addItem('PHOTO', 'Living room, from the door')
  await addItem('TEXT', 'Meter reading', false)
  await addItem('RATING', 'How clean was it before?', false)
  await asKey.post(`/tasks/${taskId}/checklist-items`, {
    externalSource: 'rapideye',
    externalId: `inspection-${taskId}`,
    actionUrl: 'https://inspections.example/8812',
    blocksCompletion: false,
    title: 'Finish the inspection',
    required: false,
  })
}
