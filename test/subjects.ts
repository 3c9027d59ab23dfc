import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Schema } from './arbitrary.ts'
import type { Harness } from './harness.ts'

/** Makes a thing in the harness's workspace and answers its id. `mark` is a word for its texts, to find them again. */
type MakeSubject = (harness: Harness, mark: string) => Promise<string>

/** What an address or a body can name, by the name it has there. */
const SUBJECTS: Record<string, MakeSubject> = {
  workspaceId: async ({ workspaceId }) => workspaceId,
  propertyId: async ({ make }, mark) => {
    const texts = {
      name: `Villa ${mark}`,
      internalCode: `code-${mark}`,
      city: `City of ${mark}`,
      wifiName: `wifi-${mark}`,
    }
    return (await make.property({ ...texts, customFields: { owner: `Owner ${mark}` } })).id
  },
  departmentId: async ({ make }, mark) => (await make.department({ name: `Team-${mark}` })).id,
  membershipId: async ({ make }) => (await make.person()).membershipId,
  userId: async ({ make }) => (await make.person()).userId,
  keyId: async ({ make }) => (await make.key()).id,
  deadLetterId: async ({ runtime, workspaceId }, mark) => {
    const id = newId()
    await run(
      runtime.database.pool,
      sql`
      insert into dead_letters (workspace_id, id, subscriber, type, payload, error, attempts, event_at, failed_at)
      values (${workspaceId}, ${id}, 'test', 'property.created', ${JSON.stringify({ note: `Event ${mark}` })},
        ${`Failed ${mark}`}, 3, ${new Date()}, ${new Date()})`,
    )
    return id
  },
}

export async function makeSubject(harness: Harness, name: string, mark: string): Promise<string> {
  return (SUBJECTS[name] ?? missing(name))(harness, mark)
}

export function missing(name: string): never {
  throw new Error(`Nothing in test/subjects.ts makes a ${name}: add a maker under that name.`)
}

/** Everything of which there is a maker, once. */
export async function makeSubjects(harness: Harness, mark: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of Object.keys(SUBJECTS)) ids[name] = await makeSubject(harness, name, mark)
  return ids
}

/** The name of the thing that a field refers to: `departmentId` for `departmentIds`; undefined for other fields. */
export function referred(field: string, schema: Schema): string | undefined {
  const leaf = schema.items ?? schema
  if (field === 'workspaceId') return field
  return leaf.format === 'uuid' && /Ids?$/.test(field) ? field.replace(/s$/, '') : undefined
}
