import { expect, onTestFinished, test } from 'vitest'
import { backend } from './database.ts'
import { harness } from './harness.ts'
import { startCalendars } from './calendar-server.ts'
import { longestTurn } from './longest-turn.ts'
import { startVendor } from './vendor-server.ts'
import { settled, start, workflows, publish } from './workflow-place.ts'
import { WORST_CALENDARS, WORST_DOCUMENTS, WORST_INTERFACES, WORST_SCHEMAS, WORST_TEXTS } from './worst-inputs.ts'
import { feedReaders, ownReaders, senderReaders, type TextReader } from './worst-readers.ts'

/** A nonlinear reader blocks the event loop for many seconds and misses this by far. */
const HELD_MILLIS_MAX = 500

/** Leaves room for a text's beginning and end. */
const ROOM = 60

interface Share {
  /** Uses one text in this many, different ones for each reader. */
  every: number
}

/** Proves that the measurement works; otherwise the other results would mean nothing. */
export function testMeasure(): void {
  test('a reader whose time grows with the square of its text is found', async () => {
    const text = 'airbnb.'.repeat(10_000)
    expect(await longestTurn(async () => /airbnb\.[a-z.]+\//i.test(text))).toBeGreaterThan(HELD_MILLIS_MAX)
  })
}

/** Feeds each reader the worst texts at full length. Not on PGlite, which works in the same thread. */
export function testTexts({ every }: Share): void {
  test.skipIf(backend === 'pglite')('no text of others holds the event loop', async () => {
    const readers = [...(await senderReaders()), ...(await feedReaders()), ...(await ownReaders())]
    const held: string[] = []
    for (const [place, reader] of readers.entries()) {
      const texts = Object.entries(WORST_TEXTS).filter(
        ([name], index) => index % every === place % every || name === reader.worst,
      )
      // Warm up: the first read builds what later ones share.
      await reader.read([textFor(reader, 'plain words ')])
      held.push(...(await heldBy(reader, texts)))
    }
    expect(held).toEqual([])
  })
}

async function heldBy(reader: TextReader, texts: [string, (length: number) => string][]): Promise<string[]> {
  const held: string[] = []
  for (const [name, make] of texts) {
    const text = make(reader.lengthMax - ROOM)
      .slice(0, reader.lengthMax)
      .toWellFormed()
    const millis = await longestTurn(() => reader.read([text]))
    if (millis > HELD_MILLIS_MAX) held.push(`${reader.name}: ${name} (${Math.round(millis)} ms)`)
  }
  return held
}

const textFor = ({ lengthMax }: TextReader, words: string): string => words.repeat(lengthMax).slice(0, lengthMax)

export function testCalendars(): void {
  test.skipIf(backend === 'pglite')('no calendar of 5 MB holds the event loop', async () => {
    const here = await harness()
    const calendars = await startCalendars()
    const { id: propertyId } = await here.make.property({ timezone: 'UTC' })
    const { id } = (await here.asAdmin.post('/property-systems', { provider: 'ical', name: 'Calendars' })).body
    await here.asAdmin.put(`/property-systems/${id}/properties/${propertyId}`, { feedUrl: calendars.url('home') })
    const held: string[] = []
    for (const [name, make] of Object.entries(WORST_CALENDARS)) {
      calendars.feeds.set('home', make())
      const asked = calendars.asked.get('home') ?? 0
      const millis = await longestTurn(async () => {
        expect((await here.asAdmin.post(`/property-systems/${id}/poll`)).status, name).toBe(200)
      })
      expect(calendars.asked.get('home'), name).toBe(asked + 1)
      if (millis > HELD_MILLIS_MAX) held.push(`${name} (${Math.round(millis)} ms)`)
    }
    expect(held).toEqual([])
  })
}

export function testDocuments(): void {
  test.skipIf(backend === 'pglite')('no document, expression or schema of a tenant holds the event loop', async () => {
    const here = await harness()
    await publish(here, 'do: [ { a: { set: { x: 1 } } } ]')
    const held: string[] = []
    const note = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const millis = await longestTurn(work)
      if (millis > HELD_MILLIS_MAX) held.push(`${name} (${Math.round(millis)} ms)`)
    }
    for (const [name, make] of Object.entries(WORST_DOCUMENTS)) {
      const text = make()
      await note(name, async () => {
        const format = text.startsWith('{') ? 'json' : 'yaml'
        const { status, body } = await here.asKey.post('/workflows', { name: 'Worst', text, format })
        expect(status).toBeLessThan(500)
        if (status !== 201) return
        const published = await here.asKey.post(`/workflows/${body.id}/versions`, undefined, { 'if-match': '*' })
        expect(published.status).toBeLessThan(500)
      })
    }
    for (const [name, make] of Object.entries(WORST_SCHEMAS)) {
      const head = { dsl: '1.0.3', namespace: 'worst', name: 'schema', version: '1.0.0' }
      const input = { schema: { format: 'json', document: make() } }
      const text = JSON.stringify({ document: head, input, do: [{ a: { set: { x: 1 } } }] })
      await note(name, async () => {
        const { status, body } = await here.asKey.post('/workflows', { name: 'Worst', text, format: 'json' })
        expect(status).toBeLessThan(500)
        if (status !== 201) return
        await here.asKey.post(`/workflows/${body.id}/versions`, undefined, { 'if-match': '*' })
        const routes = { routes: [{ version: 1, weight: 100 }] }
        await here.asKey.put(`/workflows/${body.id}/activation`, routes, { 'if-match': '*' })
        await here.asKey.post(`/workflows/${body.id}/runs`, { input: { a: `${'a'.repeat(40)}!` } })
      })
    }
    expect(held).toEqual([])
  })

  test.skipIf(backend === 'pglite')(
    'no description of an interface that a run fetches holds the event loop',
    async () => {
      const here = await harness()
      const worker = workflows(here)
      onTestFinished(() => worker.stop())
      const held: string[] = []
      for (const [name, make] of Object.entries(WORST_INTERFACES)) {
        const document = make()
        const { url } = await startVendor(() => ({ body: document }))
        const call = `{ document: { endpoint: '${url}/openapi.json' }, operationId: worst }`
        const workflowId = await publish(here, `do: [ { ask: { call: openapi, with: ${call} } } ]`)
        const millis = await longestTurn(async () => settled(here, await start(here, workflowId)))
        if (millis > HELD_MILLIS_MAX) held.push(`${name} (${Math.round(millis)} ms)`)
      }
      expect(held).toEqual([])
    },
  )
}
