import type { BrowserContext, Page } from 'playwright-core'
import { forget } from './console-browsers.ts'
import { office, signIn, type Office } from './console-stage.ts'
import { dayAfter as day } from './days.ts'
import type { Person } from './makers.ts'

interface Furnished extends Office {
  /** Who sits at the desk unless said. */
  admin: Person
  member: Person
  taskId: string
  blockedId: string
}

let furnished: Promise<Furnished> | undefined

/** A company in the middle of a day's work, the same for every scene of a file. */
export const furnish = (): Promise<Furnished> => (furnished ??= furnishOnce())

async function furnishOnce(): Promise<Furnished> {
  const here = await office()
  const { asAdmin, asKey, make } = here
  const [admin, member, vendor, tag] = [
    await here.person(),
    await here.person('member'),
    await make.vendor(),
    await make.tag({ name: 'Plumbing' }),
  ]
  const { id: villa } = await make.property({ name: 'Villa Serena' })
  await asAdmin.patch('', { name: 'Seaside Homes' })
  const jobs: [string, object][] = [
    [
      'Turnover clean and welcome basket',
      { scheduledDate: day(0), scheduledTime: '11:30', primaryUserId: admin.userId, estimatedDurationMinutes: 150 },
    ],
    ['Guest reports no hot water', { scheduledDate: day(-1), priority: 'URGENT', propertyId: villa }],
    [
      'Replace the kitchen tap',
      {
        scheduledDate: day(0),
        scheduledTime: '09:00',
        priority: 'HIGH',
        primaryUserId: member.userId,
        tagIds: [tag.id],
      },
    ],
    [
      'Deep clean of the oven and all of the kitchen cupboards before the owner arrives',
      { scheduledDate: day(0), propertyId: villa },
    ],
    [
      'Inspect the pool pump',
      { scheduledDate: day(0), scheduledTime: '14:00', primaryVendorOrgId: vendor.id, estimatedDurationMinutes: 45 },
    ],
    ['Check the smoke alarms', { priority: 'LOW' }],
  ]
  const made: { id: string }[] = []
  for (const [title, fields] of jobs) {
    made.push(
      await here.addTask(title, { description: 'Guests arrive at three. Fresh linen is in the cellar.', ...fields }),
    )
  }
  const taskId = made[0]?.id ?? ''
  const blockedId = made[2]?.id ?? ''
  await asAdmin.patch(`/tasks/${taskId}/checklist`, { newTitles: ['Strip and make both beds', 'Bath towels laid out'] })
  await asAdmin.post(`/tasks/${taskId}/cost-items`, { amount: 85.5, billToType: 'OWNER', description: 'Mixer tap' })
  await asAdmin.post(`/tasks/${taskId}/cost-items`, {
    amount: 20,
    currency: 'USD',
    billToType: 'GUEST',
    description: 'Lamp',
  })
  await asAdmin.post(`/tasks/${taskId}/comments`, { content: 'The spare key is with the neighbour.' })
  await asAdmin.post(`/tasks/${taskId}/share-links`, { technicianName: 'Duarte', mode: 'carry_out' })
  await here.addTask('Wash the curtains', { parentTaskId: blockedId })
  await asKey.post(`/tasks/${blockedId}/checklist-items`, {
    externalSource: 'rapideye',
    externalId: 'inspection',
    actionUrl: 'https://inspections.example/1',
    blocksCompletion: true,
    title: 'Finish the inspection',
  })
  await asAdmin.post('/saved-views', {
    area: 'tasks',
    name: 'Late at the coast',
    filters: 'isOpen=true',
    isShared: true,
  })
  return { ...here, admin, member, taskId, blockedId }
}

export interface Stage {
  here: Furnished
  page: Page
  context: BrowserContext
}

/** Words differ by language: what is pressed is found by its place or its key. */
export const press = (page: Page, ...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())

/** The browser is signed in from the scene before, unless there was none or somebody else is wanted. */
export async function show(stage: Stage, path: string, seen: string, as?: Person): Promise<void> {
  const { here, page } = stage
  if (as) await forget(stage)
  await page.goto(`${here.url}/w/${here.workspaceId}/${path}`)
  const form = page.locator('input[name=password]')
  const there = page.locator(seen)
  await form.or(there).first().waitFor()
  if (await form.isVisible()) await signIn(page, as ?? here.admin)
  await there.first().waitFor()
}

/** Scenes by the names of their pictures. */
export type Scenes = Record<string, (stage: Stage) => Promise<void>>
