import { expect, onTestFinished, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { openEmbedder } from '#core/embedder.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { publishArticle } from '#test/articles.ts'
import { harness, type Harness } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'
import { soon, working } from '#test/working.ts'
import { embedMissed, embedPublished } from './embedding.ts'

/** The model computes for long where others compute too. */
const patient = { timeout: 120_000 }

async function withEmbedder(): Promise<Harness> {
  const embedder = openEmbedder()
  const server = await secondNode({ services: { embedder } })
  onTestFinished(() => embedder.close())
  onTestFinished(() => server.close())
  // Beginning can take longer than a question waits.
  await embedder.embed(['begin'], 60_000)
  return harness(server)
}

const ask = async ({ asAdmin }: Harness, q: string) =>
  (await asAdmin.get(`/knowledge/search?q=${encodeURIComponent(q)}`)).body

/** A question does not wait for long, and on a busy machine the model can take longer. */
const askPatiently = (h: Harness, q: string) =>
  soon(async () => {
    const answer = await ask(h, q)
    expect(answer.meaning).not.toBe('failed')
    return answer
  })

test('what means the same is found without a word in common, once the event has been worked on', patient, async () => {
  const h = await withEmbedder()
  await publishArticle(
    h,
    'The Wi-Fi does not work',
    'Restart the router in the hallway and wait for the internet connection.',
  )
  await publishArticle(h, 'Linen', 'Count the sheets and towels of every bedroom.')
  await publishArticle(h, 'Roupa', 'Contar os lençóis.', { language: 'pt' })
  const early = await askPatiently(h, 'they cannot get online')
  expect(early).toEqual({ items: [], meaning: 'partial' })
  await working(h, [embedPublished])
  const answer = await soon(async () => {
    const found = await ask(h, 'they cannot get online')
    expect(found.meaning).toBe('used')
    return found
  })
  expect(answer.items[0]).toMatchObject({ title: 'The Wi-Fi does not work', methods: ['meaning'], marks: [] })
  const both = await askPatiently(h, 'the router has no internet')
  expect(both.items[0]).toMatchObject({ title: 'The Wi-Fi does not work', methods: ['fulltext', 'meaning'] })
})

test('what was published without an embedder is worked out later, and only once', patient, async () => {
  const h = await withEmbedder()
  const articleId = await publishArticle(h, 'Boiler', 'Low pressure: open the blue valves.')
  const { database, services, log } = h.runtime
  const ctx = {
    db: database.pool,
    principal: { kind: 'system' },
    now: new Date(),
    requestId: 'r',
    log,
    services,
  } as const
  await soon(async () => {
    await embedMissed.run(ctx)
    expect((await ask(h, 'heating is cold')).meaning).toBe('used')
  })
  let asked = 0
  const embedder = { model: services.embedder?.model ?? '', languages: ['en'], close: async () => {} }
  const counting = { ...embedder, embed: async () => Promise.reject(new Error(String(++asked))) }
  const event = { id: 'e', type: 'article.published', workspaceId: h.workspaceId, occurredAt: '', requestId: null }
  const again = { ...ctx, workspaceId: h.workspaceId, services: { ...services, embedder: counting } }
  await embedPublished.handle(again, { ...event, payload: { articleId } })
  expect(asked).toBe(0)
  // What another model made is of no use.
  await run(database.pool, sql`update article_passages set embedding_model = 'older' where article_id = ${articleId}`)
  expect((await askPatiently(h, 'heating is cold')).meaning).toBe('partial')
  await expect(embedPublished.handle(again, { ...event, payload: { articleId } })).rejects.toThrow('1')
})

test('one article that cannot be worked out keeps no other from it', patient, async () => {
  const about = { model: 'm', languages: ['en'], close: async () => {} }
  const embed = async (texts: readonly string[]) =>
    texts.some((text) => text.includes('blue valves'))
      ? Promise.reject(new Error('not this one'))
      : texts.map(() => new Float32Array(512))
  const server = await secondNode({ services: { embedder: { ...about, embed } } })
  onTestFinished(() => server.close())
  const h = await harness(server)
  await publishArticle(h, 'Boiler', 'Low pressure: open the blue valves.')
  const oven = await publishArticle(h, 'Oven', 'Turn the left knob.')
  await publishArticle(h, 'Stove', 'First open the blue valves.')
  // A few at a time, and other tests have left theirs.
  await soon(async () => {
    await embedMissed.run(systemContext(h.runtime))
    const worked = sql`
      select distinct article_id as id from article_passages
      where workspace_id = ${h.workspaceId} and embedding_model = 'm'`
    expect(await many(h.runtime.database.pool, worked)).toEqual([{ id: oven }])
  })
})

test('an embedder that does not answer costs the meanings, not the answer', patient, async () => {
  const about = { model: 'm', languages: ['en'], close: async () => {} }
  const embedder = { ...about, embed: async () => Promise.reject(new Error('the embedder took too long')) }
  const server = await secondNode({ services: { embedder } })
  onTestFinished(() => server.close())
  const h = await harness(server)
  await publishArticle(h, 'Boiler', 'Low pressure: open the blue valves.')
  expect(await ask(h, 'pressure')).toMatchObject({ meaning: 'failed', items: [{ title: 'Boiler' }] })
})

test(
  'the embedder takes any text, gives directions of length one, ends when idle and begins again',
  patient,
  async () => {
    const embedder = openEmbedder({ idleMillis: 1 })
    onTestFinished(() => embedder.close())
    const texts = ['hot water', '', ' \n', '😀 漢字', 'x'.repeat(100_000), 'no hot water in the shower']
    for (let round = 0; round < 2; round++) {
      const vectors = await embedder.embed(texts, 60_000)
      expect(vectors.map((vector) => vector.length)).toEqual(texts.map(() => 512))
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 3)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await expect(embedder.embed(['too late'], 0)).rejects.toThrow('the embedder took too long')
    const closing = embedder.embed(['never'], 60_000)
    await Promise.all([embedder.close(), expect(closing).rejects.toThrow('the embedder is closed')])
  },
)
