import type { CostItemCreate } from '#modules/tasks/cost-item.schema.ts'
import type { TaskCreate } from '#modules/tasks/task.schema.ts'
import type { TemplateCreate } from '#modules/tasks/template.schema.ts'

export const TAGS = [
  { name: 'Turnover', color: '#2f6f4f' },
  { name: 'Guest in house', color: '#b4541f' },
  { name: 'Owner asked', color: '#3c5a99' },
  { name: 'Safety', color: '#a3262a' },
] as const

type Item = NonNullable<TemplateCreate['items']>[number]

function item(title: string, kind: Item['kind'] = 'CHECK'): Item {
  return { kind, title, required: true, blocksCompletion: true }
}

/** Departments and tags are called by their names here. */
export const TEMPLATES: (Omit<TemplateCreate, 'departmentId' | 'tagIds'> & { department: string; tag: string })[] = [
  {
    name: 'Turnover',
    title: 'Turn over the home',
    description: 'Everything between one guest and the next.',
    department: 'Housekeeping',
    tag: 'Turnover',
    estimatedDurationMinutes: 150,
    items: [
      item('Strip and make the beds'),
      item('Clean kitchen and fridge'),
      item('Clean bathrooms'),
      item('Refill coffee, soap and paper'),
      item('Towels in the cupboard', 'COUNT'),
      item('Photo of the living room', 'PHOTO'),
      { ...item('Forgotten things', 'TEXT'), required: false, blocksCompletion: false },
      { ...item('How the guests left it', 'RATING'), required: false, blocksCompletion: false },
    ],
  },
  {
    name: 'Safety round',
    title: 'Safety round',
    description: 'Once a quarter in every home.',
    department: 'Maintenance',
    tag: 'Safety',
    estimatedDurationMinutes: 40,
    items: [
      item('Smoke detectors answer the test', 'YES_NO'),
      item('Fire extinguisher is in date', 'YES_NO'),
      item('Gas hose and valve', 'CONDITION'),
      { ...item('First-aid kit is complete'), blocksCompletion: false },
    ],
  },
]

interface DemoTask extends Pick<TaskCreate, 'title' | 'scheduledTime' | 'priority' | 'isIssue' | 'source'> {
  /** Days from today; a day in the past is done. */
  day?: number
  department: string
  property?: string
  by: string
  template?: string
  vendor?: string
  tag?: string
  costs?: CostItemCreate[]
  /** Who else is on it, beside the department's own. */
  also?: string
  comments?: { by: string; content: string }[]
}

const housekeeping = { department: 'Housekeeping', by: 'Inês Carvalho' }
const maintenance = { department: 'Maintenance', by: 'Tomás Reis' }
const guests = { department: 'Guest Relations', by: 'Sofia Nunes' }
const owners = { department: 'Owner Relations', by: 'Rui Almeida' }
const turnover = { ...housekeeping, title: 'Turn over the home', template: 'Turnover' }
const safety = { ...maintenance, title: 'Safety round', template: 'Safety round' }
const cleaned = { ...housekeeping, title: 'Turn over the home', tag: 'Turnover' }

const cost = (amount: number, description: string, billToType: CostItemCreate['billToType']): CostItemCreate => ({
  amount,
  description,
  billToType,
})

/** A week around today, as a company of this size has it. */
export const TASKS: DemoTask[] = [
  { ...cleaned, day: -3, scheduledTime: '11:00', property: 'Casa Azul', costs: [cost(65, 'Cleaning', 'GUEST')] },
  { ...cleaned, day: -3, scheduledTime: '11:30', property: 'Ribeira View', costs: [cost(60, 'Cleaning', 'GUEST')] },
  {
    ...maintenance,
    title: 'Boiler shows error E2',
    day: -2,
    scheduledTime: '09:00',
    property: 'Belém Garden House',
    priority: 'HIGH',
    isIssue: true,
    vendor: 'Canalizações Duarte',
    also: 'Alex Moreira',
    costs: [cost(48.5, 'Ignition electrode', 'OWNER'), cost(70, 'Two hours of work', 'OWNER')],
  },
  { ...cleaned, day: -2, scheduledTime: '11:00', property: 'Chiado Loft', costs: [cost(55, 'Cleaning', 'GUEST')] },
  { ...cleaned, day: -1, scheduledTime: '11:00', property: 'Casa do Farol' },
  {
    ...maintenance,
    title: 'Replace the broken blind',
    day: -1,
    scheduledTime: '15:00',
    property: 'Cascais Marina Flat',
    costs: [cost(129.9, 'Blind', 'DAMAGE')],
  },
  { ...guests, title: 'Call the guest about late arrival', day: -1, property: 'Alfama Terrace', source: 'MESSAGE' },
  { ...turnover, day: 0, scheduledTime: '11:00', property: 'Casa Azul' },
  { ...turnover, day: 0, scheduledTime: '11:00', property: 'Praia Grande Villa', priority: 'URGENT' },
  { ...turnover, day: 0, scheduledTime: '13:30', property: 'Ericeira Surf Studio' },
  {
    ...maintenance,
    title: 'Kitchen tap drips',
    day: 0,
    scheduledTime: '10:00',
    property: 'Alfama Terrace',
    isIssue: true,
    priority: 'HIGH',
    source: 'CALL',
    tag: 'Guest in house',
    vendor: 'Canalizações Duarte',
    costs: [cost(85, 'Mixer tap', 'OWNER')],
    also: 'Alex Moreira',
    comments: [
      { by: 'Sofia Nunes', content: 'The guests are out until two; they would like it done before they are back.' },
      { by: 'Tomás Reis', content: 'Duarte is on the way with the new tap.' },
    ],
  },
  {
    ...maintenance,
    title: 'Weekly pool service',
    day: 0,
    scheduledTime: '08:30',
    property: 'Praia Grande Villa',
    source: 'SCHEDULE_RULE',
    vendor: 'Atlântico Piscinas',
    costs: [cost(55, 'Pool service', 'OWNER')],
  },
  { ...guests, title: 'Send the arrival message again', day: 0, property: 'Casa do Farol' },
  { ...turnover, day: 1, scheduledTime: '11:00', property: 'Cascais Marina Flat' },
  { ...turnover, day: 1, scheduledTime: '12:00', property: 'Ribeira View' },
  { ...safety, day: 1, scheduledTime: '14:00', property: 'Chiado Loft' },
  {
    ...maintenance,
    title: 'Wi-Fi drops in the bedroom',
    day: 1,
    property: 'Belém Garden House',
    isIssue: true,
    tag: 'Guest in house',
    source: 'MESSAGE',
  },
  { ...housekeeping, title: 'Collect the linen', day: 1, scheduledTime: '08:00', vendor: 'Lavandaria Boa Vista' },
  { ...turnover, day: 2, scheduledTime: '11:00', property: 'Casa do Farol' },
  { ...safety, day: 2, scheduledTime: '10:00', property: 'Casa Azul' },
  { ...owners, title: 'Walk through with the owner', day: 2, property: 'Quinta da Serra', tag: 'Owner asked' },
  { ...turnover, day: 3, scheduledTime: '11:00', property: 'Chiado Loft' },
  { ...housekeeping, title: 'Wash the windows', day: 3, scheduledTime: '09:00', property: 'Praia Grande Villa' },
  {
    ...owners,
    title: 'Send the monthly statement',
    property: 'Moinho Velho',
    tag: 'Owner asked',
    also: 'Alex Moreira',
  },
  { ...maintenance, title: 'Order two spare keys', property: 'Foz Beach House', priority: 'LOW' },
]

/** Stays, with days from today. */
export const STAYS = [
  { guest: 'Clara Weiss', property: 'Casa Azul', checkin: -4, checkout: 0, guests: 2, code: 'HMK4T8QX' },
  { guest: 'Oliver Brandt', property: 'Casa Azul', checkin: 0, checkout: 5, guests: 4, code: 'HM2P9WLD' },
  { guest: 'Amélie Laurent', property: 'Alfama Terrace', checkin: -1, checkout: 3, guests: 2, code: 'BK-30418855' },
  { guest: 'James Okoro', property: 'Praia Grande Villa', checkin: 0, checkout: 7, guests: 9, code: 'HMZ7C1RE' },
  { guest: 'Yuki Tanaka', property: 'Ribeira View', checkin: 1, checkout: 4, guests: 3, code: 'BK-30420172' },
  { guest: 'Lena Fischer', property: 'Cascais Marina Flat', checkin: 1, checkout: 8, guests: 5, code: 'HM9D3VNA' },
] as const
