import type { Shift } from '#modules/workforce/work-profile.schema.ts'

const WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

export const SKILLS = [
  'Cleaning',
  'Laundry',
  'Plumbing',
  'Heating',
  'Electrics',
  'Pools',
  'Locks and keys',
  'German',
  'French',
] as const

type Skill = (typeof SKILLS)[number]

/** The same hours on each of these days. */
function on(days: readonly Shift['weekday'][], startsAt: string, endsAt: string): Shift[] {
  return days.map((weekday) => ({ weekday, startsAt, endsAt }))
}

/** When people usually work, and what they can do. */
export const TEAM: { name: string; skills: Skill[]; shifts: Shift[] }[] = [
  { name: 'Inês Carvalho', skills: ['Cleaning', 'Laundry'], shifts: on(WEEK.slice(0, 5), '08:00', '16:00') },
  { name: 'Marta Lopes', skills: ['Cleaning', 'French'], shifts: on(WEEK.slice(2), '10:00', '18:00') },
  {
    name: 'Tomás Reis',
    skills: ['Plumbing', 'Heating', 'Electrics'],
    shifts: [...on(WEEK.slice(0, 5), '09:00', '13:00'), ...on(WEEK.slice(0, 5), '14:00', '18:00')],
  },
  { name: 'Bruno Faria', skills: ['Pools', 'Locks and keys'], shifts: on(WEEK.slice(1, 6), '08:30', '16:30') },
  // The night line: guests arrive late at the end of the week.
  { name: 'Sofia Nunes', skills: ['German', 'French'], shifts: on(WEEK.slice(3, 7), '16:00', '00:30') },
  { name: 'Rui Almeida', skills: [], shifts: on(WEEK.slice(0, 5), '09:30', '17:30') },
]

/** Days from today. */
export const AWAY = [
  { name: 'Marta Lopes', kind: 'DAY_OFF', first: 2, last: 3, reason: 'Holiday' },
  {
    name: 'Inês Carvalho',
    kind: 'EXTRA_SHIFT',
    first: 2,
    last: 2,
    startsAt: '10:00',
    endsAt: '15:00',
    reason: 'For Marta',
  },
] as const

export const VENDORS: {
  name: string
  contactName: string
  email: string
  phone: string
  serviceArea: string
  skills: Skill[]
}[] = [
  {
    name: 'Atlântico Piscinas',
    contactName: 'Helena Prates',
    email: 'agenda@atlantico-piscinas.example',
    phone: '+351 912 400 118',
    serviceArea: 'Sintra, Cascais and Ericeira',
    skills: ['Pools'],
  },
  {
    name: 'Canalizações Duarte',
    contactName: 'Nuno Duarte',
    email: 'duarte@canalizacoes.example',
    phone: '+351 936 210 447',
    serviceArea: 'Greater Lisbon, day and night',
    skills: ['Plumbing', 'Heating'],
  },
  {
    name: 'Lavandaria Boa Vista',
    contactName: 'Receção',
    email: 'recolhas@boavista.example',
    phone: '+351 217 550 092',
    serviceArea: 'Lisbon',
    skills: ['Laundry'],
  },
]
