import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { assignments, fixed, sql } from '#core/sql.ts'
import { dayAfter } from './days.ts'
import { harness, type Harness } from './harness.ts'

/** Where texts are kept as they are searched. */
const KEPT = [
  { table: 'properties', fields: ['searchText', 'searchTextReduced'] },
  { table: 'task_search', fields: ['text'] },
  { table: 'contacts', fields: ['searchText'] },
  { table: 'reservations', fields: ['searchText'] },
  { table: 'conversations', fields: ['searchText'] },
  { table: 'messages', fields: ['searchText'] },
  { table: 'wf_definition', fields: ['searchText'] },
]

/** One of each thing that can be searched, called like this. */
async function furnished({ asKey, asAdmin, make }: Harness, name: string): Promise<void> {
  const { id: propertyId } = await make.property({ name })
  const { id: departmentId } = await make.department()
  const stay = { propertyId, code: name, checkinDate: dayAfter(1), checkoutDate: dayAfter(2) }
  const talk = { channel: 'email', recipient: 'guest@example.com', subject: 'Hello', text: 'Welcome!' }
  const answers = [
    await asKey.post('/tasks', { title: name, departmentId }),
    await asAdmin.post('/contacts', { fullName: name }),
    await asAdmin.post('/reservations', stay),
    await asAdmin.post('/conversations', { ...talk, subject: name }),
    await asAdmin.post('/conversations', { ...talk, text: name }),
    await asKey.post('/workflows', { name, text: 'do: []' }),
    await asAdmin.post('/vendors', { name }),
    await asAdmin.post('/articles', { title: name, body: 'Text' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
}

/** Which lists have how many of it. */
async function foundBy({ asKey, asAdmin, as, make }: Harness, q: string): Promise<Record<string, number>> {
  const restricted = as((await make.key({ integrationType: 'restricted', scopes: ['properties:read'] })).value)
  const found: Record<string, number> = {}
  for (const [list, client] of [
    ['properties', asKey],
    ['tasks', asKey],
    ['workflows', asKey],
    ['contacts', asAdmin],
    ['reservations', asAdmin],
    ['conversations', asAdmin],
    ['people', asAdmin],
    ['articles', asAdmin],
    ['properties', restricted],
  ] as const) {
    const { body } = await client.get(`/${list}?q=${encodeURIComponent(q)}`)
    const name = client === restricted ? 'properties, restricted' : list
    found[name] = body.pagination?.total ?? body.items.length
  }
  return found
}

const ALL = {
  properties: 1,
  'properties, restricted': 1,
  tasks: 1,
  workflows: 1,
  contacts: 1,
  reservations: 1,
  conversations: 2,
  people: 1,
  articles: 1,
}

test('every list finds names by plain letters, and plain names by letters with marks', async () => {
  for (const name of ['Solar de ÉVORA', 'Solar de Evora']) {
    const here = await harness()
    await furnished(here, name)
    for (const q of ['evora', 'Évora', 'ÉVORA'.normalize('NFD')]) expect(await foundBy(here, q), q).toEqual(ALL)
  }
})

test('what an earlier build stored is found by plain letters too, whether before the update or meanwhile', async () => {
  const here = await harness()
  const { workspaceId, runtime } = here
  const { pool } = runtime.database
  await furnished(here, 'Forte')
  const store = async (text: string): Promise<void> => {
    for (const { table, fields } of KEPT) {
      const row = assignments(Object.fromEntries(fields.map((field) => [field, text])))
      await run(pool, sql`update ${fixed(table)} set ${row} where workspace_id = ${workspaceId}`)
    }
  }
  const setTriggers = async (state: 'disable' | 'enable'): Promise<void> => {
    for (const { table } of KEPT) await pool.raw(`alter table ${table} ${state} trigger searched_plainly`)
  }
  // These two have no such text.
  const all = { ...ALL, people: 0, articles: 0 }

  await store('são tomé')
  expect(await foundBy(here, 'Sao Tome')).toEqual(all)

  await setTriggers('disable')
  try {
    await store('façade bleue')
  } finally {
    await setTriggers('enable')
  }
  expect((await foundBy(here, 'Façade')).tasks).toBe(0)
  for await (const file of glob('migrations/*_search_letters_*.sql')) await pool.raw(await readFile(file, 'utf8'))
  expect(await foundBy(here, 'Façade')).toEqual(all)
})
