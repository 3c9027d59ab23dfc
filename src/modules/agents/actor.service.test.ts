import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { agentPlace } from '#test/agent-place.ts'
import { makeWorkspace } from '#test/makers.ts'

test('who has one workspace need not name it, who has several must, and who has none may not enter', async () => {
  const place = await agentPlace({ working: false })
  const invoke = async (token: string) => {
    const asked = { agent_id: place.agentId, input: 'Hello', mode: 'background' }
    const { status, body } = await place.call('POST', '/invoke', asked, { token })
    return [status, body.code]
  }
  const stranger = await place.make.stranger()
  expect(await invoke(stranger.token)).toEqual([403, 'workspace_forbidden'])
  const person = await place.make.person()
  expect(await invoke(person.token)).toEqual([202, undefined])
  const other = await makeWorkspace(place.runtime)
  await run(
    place.runtime.database.pool,
    sql`
    insert into memberships (workspace_id, id, user_id, role, created_at, updated_at)
    values (${other}, ${newId()}, ${person.userId}, 'member', now(), now())`,
  )
  expect(await invoke(person.token)).toEqual([422, 'invalid_request'])
})
