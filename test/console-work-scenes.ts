import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { show, type Scenes, type Stage } from './console-furnished.ts'
import { dayAfter as day } from './days.ts'

const HOMES = [
  { name: 'Apartamento Mar', city: 'Cascais', latitude: 38.6979, longitude: -9.4215 },
  { name: 'Quinta do Pinhal', city: 'Sintra', latitude: 38.8029, longitude: -9.3817 },
  { name: 'Loft Alfama', city: 'Lisbon', latitude: 38.7118, longitude: -9.1303 },
  { name: 'Casa da Graça', city: 'Lisbon', latitude: 38.7166, longitude: -9.1309 },
  { name: 'Studio Chiado', city: 'Lisbon', latitude: 38.7106, longitude: -9.1422 },
  { name: 'Villa Arrábida', city: 'Setúbal', latitude: 38.4802, longitude: -8.9853 },
] as const

let ready: Promise<void> | undefined

/** A day with work all over the coast, given to several people. */
const busyDay = (stage: Stage): Promise<void> => (ready ??= fill(stage))

async function fill({ here }: Stage): Promise<void> {
  const { make, asKey, addTask, admin, member } = here
  const helper = await here.person('member')
  const homes = await Promise.all(HOMES.map((home) => make.property(home)))
  await asKey.patch(`/properties/${here.propertyId}`, { latitude: 38.6905, longitude: -9.4214 })
  const at = (home: number, scheduledTime: string | null, minutes: number, who: string | undefined) => ({
    scheduledDate: day(0),
    propertyId: homes[home]?.id,
    scheduledTime,
    estimatedDurationMinutes: minutes,
    ...(who === undefined ? {} : { primaryUserId: who }),
  })
  await addTask('Turnover clean', at(0, '10:00', 120, helper.userId))
  await addTask('Linen and towels', at(1, '11:00', 90, helper.userId))
  await addTask('Repair the shutters', at(2, '09:30', 60, admin.userId))
  await addTask('Check-in inspection', at(3, '15:00', 30, member.userId))
  await addTask('Water the garden', at(4, null, 45, member.userId))
  const first = await addTask('Order a new boiler', at(5, '13:00', 60, undefined))
  const second = await addTask('Fit the new boiler', at(5, '16:30', 120, admin.userId))
  await here.asAdmin.put(`/tasks/${second.id}/dependencies/${first.id}`)
}

const ITEMS = {
  CHECK: 'Strip and make both beds',
  CONDITION: 'Kitchen worktop',
  COUNT: 'Bath towels laid out',
  YES_NO: 'Does the heating work?',
  RATING: 'How clean was it before?',
  TEXT: 'Meter reading',
  PHOTO: 'Living room, from the door',
}
let asking: Promise<string> | undefined

/** A task with an item of each kind, one of them answered. */
async function askingTask({ here }: Stage): Promise<string> {
  const { id } = await here.addTask('Inspect the apartment', { scheduledDate: day(0) })
  const items = Object.entries(ITEMS).map(([kind, title]) => ({ id: newId(), kind, title }))
  for (const [position, item] of items.entries()) {
    await run(
      here.runtime.database.pool,
      sql`
      insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position, created_at)
      values (${here.workspaceId}, ${item.id}, ${id}, ${item.kind}, ${item.title}, true, true, ${position}, now())`,
    )
  }
  const condition = items.find(({ kind }) => kind === 'CONDITION')
  const answer = { value: 'POOR', note: 'A burn mark beside the hob' }
  await here.asAdmin.put(`/tasks/${id}/checklist-items/${condition?.id}/answer`, answer)
  return id
}

/** The work of the day in its other views, and a task that asks for answers. */
export const WORK_SCENES: Scenes = {
  'console-timeline': async (stage) => {
    await busyDay(stage)
    await show(stage, 'today?by=timeline', 'a[data-task]')
  },
  'console-map': async (stage) => {
    await busyDay(stage)
    await show(stage, 'today?by=map', 'button[aria-pressed] > span')
  },
  'console-answers': async (stage) => {
    await show(stage, `tasks/${await (asking ??= askingTask(stage))}`, 'input[type=file]')
  },
  'console-conflict': async (stage) => {
    const { here, page } = stage
    const { id } = await here.addTask('Replace the kitchen tap')
    await show(stage, `tasks/${id}`, 'h2 ~ button')
    await page.locator('h2 ~ button').first().click()
    await page.locator('input[name=title]').first().fill('Replace the kitchen tap and its hose')
    await here.asKey.patch(`/tasks/${id}`, { title: 'Replace both taps' })
    await page.locator('form button[type=submit]').first().click()
    await page.locator('dialog dl').waitFor()
  },
}
