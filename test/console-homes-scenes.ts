import { show, type Scenes, type Stage } from './console-furnished.ts'
import { dayAfter as day } from './days.ts'

interface Homes {
  homeId: string
  personId: string
  vendorId: string
}

const made = new WeakMap<object, Promise<Homes>>()

/** Homes with guests, doors and links, and people with working hours: once for all scenes of an office. */
function homesOf({ here }: Stage): Promise<Homes> {
  const found = made.get(here.runtime) ?? furnishHomes(here)
  made.set(here.runtime, found)
  return found
}

async function furnishHomes(here: Stage['here']): Promise<Homes> {
  const { asAdmin, asKey, member, make } = here
  const homeId = here.propertyId
  await asKey.patch(`/properties/${homeId}`, {
    status: 'ACTIVE',
    internalCode: 'CAS-001',
    propertyType: 'House by the sea',
    address: 'Rua do Farol 3',
    postalCode: '2750-642',
    country: 'PT',
    timezone: 'Europe/Lisbon',
    bedrooms: 3,
    bathrooms: 2,
    maxGuests: 6,
    hasParking: true,
    checkinTime: '15:00',
    checkoutTime: '11:00',
    wifiName: 'Farol',
    cleaningFee: 95,
    checkinInstructions: 'The gate is on the left of the bakery.',
    customFields: { owner: 'M. Rossi' },
  })
  await asAdmin.patch(`/properties/${homeId}/guide`, {
    accessNotes: 'The key is in the box by the gate.',
    wifiPassword: 'lighthouse-1872',
    houseRules: 'No smoking. Quiet after ten in the evening.',
  })
  const guest = async (fullName: string): Promise<string> => (await asAdmin.post('/contacts', { fullName })).body.id
  const stay = async (propertyId: string, name: string, from: number, to: number, fields: object = {}) =>
    (
      await asAdmin.post('/reservations', {
        propertyId,
        contactId: await guest(name),
        status: 'CONFIRMED',
        checkinDate: day(from),
        checkoutDate: day(to),
        guests: 2,
        ...fields,
      })
    ).body
  const now = await stay(homeId, 'Grace Hopper', -2, 3, { channel: 'airbnb', code: 'HMABC123' })
  await stay(homeId, 'Ada Lovelace', 3, 7)
  await stay(homeId, 'Alan Turing', 9, 12, { status: 'TENTATIVE' })
  await stay(homeId, 'Edsger Dijkstra', 12, 20)
  const names = [
    'Casa Azul',
    'Casa da Praia',
    'Loft Alfama',
    'Quinta das Oliveiras com vista para o rio',
    'Torre Velha',
  ]
  for (const [index, name] of names.entries()) {
    const { id } = await make.property({ name, city: 'Lisbon', status: 'ACTIVE', bedrooms: 2, maxGuests: 4 })
    await stay(id, 'Barbara Liskov', index - 4, index + 2)
    await stay(id, 'Donald Knuth', index + (index === 1 ? 1 : 3), index + 8)
    await here.addTask('Turnover clean', {
      propertyId: id,
      scheduledDate: day(index + 2),
      estimatedDurationMinutes: 120,
    })
    if (index % 2 === 0) await here.addTask('Air filters', { propertyId: id, scheduledDate: day(index + 5) })
  }
  const { body: lock } = await asAdmin.post('/locks', { propertyId: homeId, name: 'Front door', provider: 'simulated' })
  await asAdmin.post('/door-links', { propertyId: homeId, reservationId: now.id, lockId: lock.id })
  const vendorId = await furnishPeople(here)
  return { homeId, personId: member.userId, vendorId }
}

async function furnishPeople({ asAdmin, member, addTask }: Stage['here']): Promise<string> {
  const { body: skill } = await asAdmin.post('/skills', { name: 'Plumbing' })
  const shifts = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SUNDAY'].map((weekday) => ({
    weekday,
    startsAt: '09:00',
    endsAt: '17:00',
  }))
  await asAdmin.patch(`/members/${member.membershipId}/work-profile`, { shifts, skillIds: [skill.id] })
  await asAdmin.post(`/members/${member.membershipId}/work-exceptions`, {
    kind: 'DAY_OFF',
    firstDate: day(3),
    lastDate: day(5),
    reason: 'Holiday',
  })
  const team = ['Ana Ferreira', 'Bruno Costa', 'Carla Nunes', 'Diogo Alves']
  for (const [index, fullName] of team.entries()) {
    const { body: added } = await asAdmin.post('/members', { email: `${index}@team.example`, fullName, role: 'member' })
    if (index > 0) await asAdmin.patch(`/members/${added.id}/work-profile`, { shifts })
    for (let offset = 0; offset < 7; offset += 1 + (index % 2)) {
      await addTask('Turnover clean', {
        scheduledDate: day(offset),
        propertyId: null,
        primaryUserId: added.userId,
        ...(offset === 5 ? {} : { estimatedDurationMinutes: 120 + ((offset * 7 + index * 3) % 5) * 105 }),
      })
    }
  }
  for (const offset of [0, 0, 1, 2]) {
    await addTask('Deep clean', {
      scheduledDate: day(offset),
      primaryUserId: member.userId,
      estimatedDurationMinutes: 260,
    })
  }
  const { body: vendor } = await asAdmin.post('/vendors', {
    name: 'Rita’s Plumbing',
    contactName: 'Rita Blue',
    email: 'rita@plumbing.example',
    phone: '+351 912 345 678',
    serviceArea: 'Lisbon and Cascais',
    skillIds: [skill.id],
  })
  await addTask('Replace the boiler', { scheduledDate: day(1), primaryVendorOrgId: vendor.id })
  return vendor.id
}

export const HOME_SCENES: Scenes = {
  'console-properties': async (stage) => {
    await homesOf(stage)
    await show(stage, 'properties', 'a[data-index="0"]')
  },
  'console-stay': async (stage) => {
    const { homeId } = await homesOf(stage)
    await show(stage, `properties/${homeId}`, 'section li')
    await stage.page.locator('section li button').nth(1).click()
    await stage.page.locator('dialog input[name=checkoutDate]').waitFor()
  },
  'console-property': async (stage) => {
    const { homeId } = await homesOf(stage)
    await show(stage, `properties/${homeId}`, 'section li')
    await stage.page.getByText('Front door').first().waitFor()
  },
  'console-property-edit': async (stage) => {
    const { homeId } = await homesOf(stage)
    await show(stage, `properties/${homeId}/edit`, 'input[name=name]')
  },
  'console-calendar': async (stage) => {
    await homesOf(stage)
    await show(stage, 'calendar', '[role=gridcell], main section li')
  },
  'console-calendar-day': async (stage) => {
    const { homeId } = await homesOf(stage)
    await show(stage, `calendar?weeks=4&day=${day(3)}&home=${homeId}`, 'dialog[open] a, main section li')
  },
  'console-people': async (stage) => {
    await homesOf(stage)
    // Those who have something to do, in a week that is not over.
    await show(stage, `people?week=${day(1)}&departmentId=${stage.here.departmentId}`, 'a[data-index="0"]')
  },
  'console-person': async (stage) => {
    const { personId } = await homesOf(stage)
    await show(stage, `people/${personId}`, 'dl')
    await stage.page.getByText('Holiday').waitFor()
  },
  'console-vendor': async (stage) => {
    const { vendorId } = await homesOf(stage)
    await show(stage, `people/vendors/${vendorId}`, 'a[href^="mailto:"]')
  },
}
