import { expect, test } from 'vitest'
import { converse, listOf, TODAY } from '#test/rule-talk.ts'

test('cancelled stays are those that are cancelled', async () => {
  const stay = (guestName: string, status: string) => ({ guestName, status, checkinDate: TODAY, checkoutDate: TODAY })
  const stays = { list_reservations: listOf(stay('Ana', 'CONFIRMED'), stay('Dan', 'CANCELLED')) }
  expect((await converse('Cancelled reservations today', stays)).text).toMatch(/^1 cancelled stay \(today\):\n.*Dan/)
  for (const so of ['are not cancelled', 'are not canceled', "aren't cancelled"]) {
    expect((await converse(`Which reservations today ${so}?`, stays)).text).toMatch(/^1 stay \(today\):\n.*Ana/)
  }
})

test.for([
  ['Which vendors are free tomorrow?', 'I cannot tell when vendors are free: their hours are not known.'],
  [
    'Which cleaners are free?',
    'I cannot tell who is one of the cleaners. Ask by department, as in: who is free in maintenance?',
  ],
  ['Who is busy tomorrow?', 'I cannot tell who is busy, only who is free.'],
  ["Who isn't free tomorrow?", 'I cannot tell who is busy, only who is free.'],
  ["Who doesn't have time tomorrow?", 'I cannot tell who is busy, only who is free.'],
] as const)('whose hours cannot be told is not answered with those of others: %s', async ([said, answer]) => {
  const { calls, text } = await converse(said)
  expect([calls, text]).toEqual([[], answer])
})

test.for([
  ['Which homes in Lisbon have a pool?', 'properties', 'Lisbon'],
  ['Which homes are free tomorrow?', 'properties', 'free'],
  ['Which homes are not active?', 'properties', 'not'],
  ['homes like Casa Azul', 'properties', 'like'],
  ['List homes, I want those with a pool', 'properties', 'pool'],
  ['messages from Maria', 'conversations', 'Maria'],
  ['conversations that nobody answered', 'conversations', 'nobody'],
  ['Who is on the maintenance team?', 'people and vendors', 'maintenance'],
  ['Which vendors do pools?', 'people and vendors', 'pools'],
  ['Who stays longest?', 'stays', 'longest'],
  ['Which stays are not confirmed?', 'stays', 'not'],
  ['new bookings today', 'stays', 'new'],
  ['Which homes have no check-in today?', 'stays', 'homes'],
] as const)('no word of the question is passed over: %s', async ([said, things, word]) => {
  const { calls, text } = await converse(said)
  expect([calls, text]).toEqual([[], `I cannot tell which ${things} are meant by "${word}".`])
})
