import { expect, test } from 'vitest'
import { backend } from '#test/database.ts'
import { harness } from '#test/harness.ts'
import { slowPeer } from '#test/workflow-hand.ts'
import { publish, ran, start, workflows } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'

test('a workspace whose servers hang has all slots while it is alone, and holds up only itself', async () => {
  const [here, other] = [await harness(), await harness()]
  const { asked, call } = await slowPeer()
  const workflowId = await publish(here, `do: [ { ask: { ${call} } } ]`)
  for (let nth = 0; nth < 25; nth++) await start(here, workflowId)
  workflows(here)
  const slots = backend === 'postgres' ? 20 : 5
  await soon(() => expect(asked).toHaveLength(slots))
  expect(await ran(other, 'do: [ { keep: { set: { done: true } } } ]')).toMatchObject({ status: 'completed' })
  expect(asked).toHaveLength(slots)
  let answered = 0
  await soon(() => {
    for (const { answer } of asked.slice(answered)) answer()
    answered = asked.length
    expect(answered).toBe(25)
  })
})
