import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectSeen, office, openConsole, OPEN_MILLIS, type Office } from './console-stage.ts'
import { dayAfter as dayIn, wholeDay } from './days.ts'

const HTML = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>'

beforeAll(openConsole, OPEN_MILLIS)

const dayAfter = (days: number): string => dayIn(days, 'UTC')

const block = (page: Page, title: string): Locator => page.locator('[data-task]').filter({ hasText: title })
const stored = async (here: Office, id: string) => (await here.asKey.get(`/tasks/${id}?include=assignees`)).body

const DROP_MILLIS = 10_000
const HEARD = `new Promise((done) => {
  addEventListener('drop', () => done(true), { once: true, capture: true })
  setTimeout(() => done(false), ${DROP_MILLIS})
})`

/**
 * As a hand does it: taken up, carried over the place, held there, and let go. On a busy machine nothing was dropped
 * now and then. Why is not known (the driver of the browser, we think): so it is heard whether it was, or done again.
 */
async function drag(thing: Locator, place: Locator, position?: { x: number; y: number }): Promise<void> {
  const page = thing.page()
  for (let isDropped = false; !isDropped;) {
    const heard = page.evaluate(HEARD)
    await thing.hover()
    await page.mouse.down()
    for (let moves = 0; moves < 3; moves++) await place.hover(position ? { position } : {})
    await page.mouse.up()
    isDropped = (await heard) === true
    if (!isDropped) await page.keyboard.press('Escape')
  }
}

/** A workspace that has no other time than the test's. */
async function place(): Promise<Office> {
  await wholeDay('UTC')
  const here = await office()
  // Not in the first hour of a day: something is late by then.
  await here.asAdmin.patch('', { timezone: new Date().getUTCHours() === 0 ? 'Etc/GMT-2' : 'UTC' })
  return here
}

test('on the timeline work is dragged to another person and hour, and taken back', async () => {
  const here = await place()
  const [ana, boss] = [await here.person('member'), await here.person()]
  const today = dayAfter(0)
  const { id } = await here.addTask('Pool pump', {
    scheduledDate: today,
    scheduledTime: '09:00',
    primaryUserId: boss.userId,
    estimatedDurationMinutes: 90,
  })
  const { page, complaints } = await here.desk(boss, 'today?by=timeline')
  const pump = block(page, 'Pool pump')
  await pump.waitFor()
  const row = page.getByRole('heading', { name: ana.fullName }).locator('xpath=../following-sibling::div[2]')
  const { width, height } = (await row.boundingBox()) ?? { width: 0, height: 0 }
  // Twelve hours from seven on: a quarter of them is ten o'clock.
  await drag(pump, row, { x: width / 4, y: height / 2 })
  await expect.poll(async () => (await stored(here, id)).scheduledTime).toBe('10:00')
  expect((await stored(here, id)).assignees).toMatchObject([{ userId: ana.userId, role: 'PRIMARY' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(here, id)).scheduledTime).toBe('09:00')
  expect((await stored(here, id)).assignees).toMatchObject([{ userId: boss.userId }])
  expect(complaints).toEqual([])
})

test('by keyboard: to another hour, to another person, to another day, and Escape leaves it', async () => {
  const here = await place()
  const boss = await here.person()
  const { id } = await here.addTask('Linen', { scheduledDate: dayAfter(0), scheduledTime: '09:00' })
  const { page } = await here.desk(boss, 'today?by=timeline')
  await block(page, 'Linen').waitFor()
  await page.keyboard.press('j')
  // A move is sent when nobody has pressed for a while, and that is not to be while the machine was busy.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Escape')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`)
  await page.clock.resume()
  // Three presses are one change.
  await expect.poll(async () => (await stored(here, id)).scheduledTime).toBe('09:30')
  const task = await stored(here, id)
  expect(task.assignees).toHaveLength(1)
  expect(task.version).toBe(2)
  // Another one, before the first is sent: both are moved.
  const other = await here.addTask('Towels', { scheduledDate: dayAfter(0), scheduledTime: '12:00' })
  await block(page, 'Towels').waitFor()
  for (const title of ['Linen', 'Towels']) {
    await block(page, title).focus()
    await page.keyboard.press('Shift+ArrowRight')
  }
  await expect.poll(async () => (await stored(here, other.id)).scheduledTime).toBe('12:15')
  expect((await stored(here, id)).scheduledTime).toBe('09:45')
  await block(page, 'Linen').focus()
  await page.keyboard.press(']')
  await expect.poll(async () => (await stored(here, id)).scheduledDate).toBe(dayAfter(1))
  await block(page, 'Linen').waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await expectSeen(block(page, 'Linen'))
})

test('from the board to another person and to another day; what is blocked is said', async () => {
  const here = await place()
  const [ana, boss] = [await here.person('member'), await here.person()]
  const today = dayAfter(0)
  const { id } = await here.addTask('Tap', { scheduledDate: today, primaryUserId: boss.userId })
  const oven = await here.addTask('Oven', { scheduledDate: today, scheduledTime: '08:30', primaryUserId: boss.userId })
  const first = await here.addTask('Order the part')
  await here.asAdmin.put(`/tasks/${id}/dependencies/${first.id}`)
  const { page } = await here.desk(boss, 'today')
  await block(page, 'Tap').getByText('Blocked').waitFor()
  await page.getByRole('link', { name: '1 blocked' }).waitFor()
  // Ana has nothing to do on this day.
  await drag(block(page, 'Tap'), page.getByRole('region', { name: ana.fullName }))
  await page.getByRole('region', { name: ana.fullName }).getByText('Tap').waitFor()
  await drag(
    block(page, 'Tap'),
    page.getByRole('button', { name: new RegExp(`^\\w+ ${Number(dayAfter(1).slice(8))} `) }),
  )
  await expect.poll(async () => (await stored(here, id)).scheduledDate).toBe(dayAfter(1))
  expect((await stored(here, id)).assignees).toMatchObject([{ userId: ana.userId }])
  await block(page, 'Tap').waitFor({ state: 'detached' })
  // Somebody else closes what it waited for, and puts it back.
  await here.asKey.patch(`/tasks/${first.id}`, { status: 'CLOSED' })
  await here.asKey.patch(`/tasks/${id}`, { scheduledDate: today })
  await block(page, 'Tap').waitFor()
  await block(page, 'Tap').getByText('Blocked').waitFor({ state: 'detached' })
  // What has had its hour is late, and so is what was left from another day; what has no hour is not yet.
  await here.addTask('Curtains', { scheduledDate: dayAfter(-3) })
  await here.asKey.patch(`/tasks/${oven.id}`, { scheduledTime: '00:00', estimatedDurationMinutes: 1 })
  await block(page, 'Oven').getByText('Late:').waitFor({ state: 'attached' })
  await page.getByRole('link', { name: '2 late' }).click()
  await page.getByText('2 tasks', { exact: true }).waitFor()
  for (const title of ['Oven', 'Curtains']) await page.getByRole('link', { name: title }).waitFor()
  await page.getByRole('button', { name: 'Take away: Late' }).click()
  await page.getByText('4 tasks', { exact: true }).waitFor()
})

test('the map shows homes by their coordinates, lists those without, and text is text, on a phone too', async () => {
  const here = await place()
  const near = { latitude: 38.7118, longitude: -9.1303 }
  const homes = [
    await here.make.property({ name: `Loft ${HTML}`, city: `Town ${HTML}`, ...near }),
    await here.make.property({ name: 'Graça', latitude: 38.7148, longitude: -9.1333 }),
    await here.make.property({ name: 'Sintra', latitude: 38.8029, longitude: -9.3817 }),
  ]
  const scheduledDate = dayAfter(0)
  for (const { id } of homes) await here.addTask(`Work ${HTML}`, { scheduledDate, propertyId: id })
  await here.addTask('Nowhere', { scheduledDate })
  const { page, complaints } = await here.desk(await here.person('member'), 'today?by=map', { size: 'phone' })
  await page.getByRole('region', { name: 'Not on the map' }).getByRole('link', { name: 'Casa do Farol' }).waitFor()
  await page.getByRole('button', { name: 'Sintra, 1 task' }).click()
  await page.getByRole('region', { name: 'Work at these properties' }).getByText('1 task').waitFor()
  await page.getByRole('button', { name: '2 properties, 2 tasks' }).click()
  // Close by, they are two.
  await page.getByRole('button', { name: 'Graça, 1 task' }).waitFor()
  await page.getByRole('button', { name: 'Whole map' }).click()
  await expectSeen(page.getByRole('button', { name: '2 properties, 2 tasks' }))
  expect(await page.title()).not.toBe('owned')
  expect(complaints).toEqual([])
})
