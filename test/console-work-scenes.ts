import { show, type Scenes, type Stage } from './console-furnished.ts'

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

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

/** The work of the day in its other views. */
export const WORK_SCENES: Scenes = {
  'console-timeline': async (stage) => {
    await busyDay(stage)
    await show(stage, 'today?by=timeline', 'a[data-task]')
  },
  'console-map': async (stage) => {
    await busyDay(stage)
    await show(stage, 'today?by=map', 'button[aria-pressed] > span')
  },
}
