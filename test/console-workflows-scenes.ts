import { expect } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { startWorkflows } from '#src/workflow-api.ts'
import { workflowTools } from '#src/catalogue.ts'
import { show, type Scenes, type Stage } from './console-furnished.ts'
import { ANY, PACE, publish, reached, settled, start } from './workflow-place.ts'
import { soon } from './working.ts'

interface Automated {
  workflowId: string
  failedRunId: string
  waitingRunId: string
}

const TURNOVER = `document: { dsl: 1.0.3, namespace: seaside, name: turnover, version: 1.0.0 }
schedule:
  on: { one: { with: { type: ops.reservation.checked-out.v1 } } }
do:
  - choose:
      switch:
        - late: { when: .late, then: call-vendor }
        - usual: { then: clean }
  - call-vendor: { set: { vendor: Aqua Lda } }
  - clean:
      fork:
        branches:
          - rooms: { set: { rooms: 3 } }
          - linen: { set: { sheets: 6 } }
  - check: { if: '$workflow.input.bad // false', raise: { error: { type: https://example.com/errors/communication, status: 503, title: The laundry does not answer, detail: It was asked three times. } } }
  - ready: { set: { isReady: true } }
`
const BOILER = `
do:
  - ask:
      call: approval:1.0.0@default
      with:
        question: Replace the boiler of Villa Serena for 480 EUR?
        details: The guest has had no hot water since yesterday. Aqua Lda can come at four.
        context: { vendor: Aqua Lda, offer: 480 EUR, home: Villa Serena }
        form: { type: object, required: [amount], properties: { amount: { type: number, title: Amount at most, description: In euros., default: 480 }, urgent: { type: boolean, title: Tell the guest } } }
        assignees: { roles: [admin, manager] }
        dueAfter: PT4H
`

/** How many there were today, yesterday, and on the days before. */
const RUNS_BEFORE = [1, 3, 2, 4, 1, 0, 2, 3]

/** As if it had been then, and had taken its time. */
async function longAgo({ runtime }: Stage['here'], runId: string, days: number): Promise<void> {
  const [move, took] = [`${days} days`, `${3 + days * 2} seconds`]
  await run(
    runtime.database.pool,
    sql`
    update wf_run set created_at = created_at - ${move}::interval, started_at = started_at - ${move}::interval,
      ended_at = started_at - ${move}::interval + ${took}::interval
    where id = ${runId}`,
  )
}

const automated = new Map<string, Promise<Automated>>()

/** The automations of the company, the same for every scene of a file. */
function automate(stage: Stage): Promise<Automated> {
  const { workspaceId } = stage.here
  const known = automated.get(workspaceId) ?? automateOnce(stage)
  automated.set(workspaceId, known)
  return known
}

async function automateOnce({ here }: Stage): Promise<Automated> {
  const worker = startWorkflows(here.runtime, workflowTools, PACE)
  const workflowId = await publish(here, TURNOVER)
  await here.asKey.patch(
    `/workflows/${workflowId}`,
    { name: 'Turnover after check-out', description: 'Cleans, washes and checks when guests have left.' },
    ANY,
  )
  await here.asKey.put(`/workflows/${workflowId}/draft`, { text: TURNOVER.replace('rooms: 3', 'rooms: 4') }, ANY)
  await here.asKey.post(`/workflows/${workflowId}/versions`, undefined, ANY)
  await here.asKey.post(`/workflows/${workflowId}/triggers`, { kind: 'webhook', name: 'Bookings of the partner' })
  await here.asKey.post(`/workflows/${workflowId}/tests`, { name: 'Calls the vendor when late', input: { late: true } })
  const boiler = await publish(here, BOILER)
  await here.asKey.patch(`/workflows/${boiler}`, { name: 'Ask before we spend' }, ANY)
  const made = RUNS_BEFORE.flatMap((count, ago) => Array.from({ length: count }, (_, index) => ({ ago, index })))
  await Promise.all(
    made.map(async ({ ago, index }) => {
      const id = await start(here, workflowId, { late: index % 2 === 0, bad: ago === 3 && index === 0 })
      await settled(here, id)
      await longAgo(here, id, ago)
    }),
  )
  const failedRunId = await start(here, workflowId, { bad: true })
  await settled(here, failedRunId)
  const waitingRunId = await start(here, boiler)
  await reached(here, waitingRunId, 'waiting')
  await worker.stop()
  return { workflowId, failedRunId, waitingRunId }
}

const shown =
  (path: (place: Automated) => string, seen: string) =>
  async (stage: Stage): Promise<void> =>
    show(stage, path(await automate(stage)), seen)

export const WORKFLOW_SCENES: Scenes = {
  'console-workflows': shown(() => 'workflows', 'main [data-row]'),
  'console-new-workflow': shown(() => 'workflows/new', 'input[name=recipe]'),
  'console-workflow': shown(({ workflowId }) => `workflows/${workflowId}`, 'figure svg'),
  'console-workflow-runs': shown(({ workflowId }) => `workflows/${workflowId}?tab=runs`, 'main [data-row]'),
  'console-workflow-versions': shown(({ workflowId }) => `workflows/${workflowId}?tab=versions`, '[role=group]'),
  'console-workflow-triggers': shown(({ workflowId }) => `workflows/${workflowId}?tab=triggers`, 'main li h2'),
  'console-workflow-tests': shown(({ workflowId }) => `workflows/${workflowId}?tab=tests`, 'main li h2'),
  'console-workflow-settings': shown(({ workflowId }) => `workflows/${workflowId}?tab=settings`, 'main fieldset'),
  'console-step-trial': async (stage) => {
    await shown(({ workflowId }) => `workflows/${workflowId}?tab=tests`, 'main li h2')(stage)
    await stage.page.locator('main .max-w-3xl > .flex > button').last().click()
    await stage.page.locator('dialog select').waitFor()
    await stage.page.locator('dialog button[type=submit]').click()
    await stage.page.locator('dialog [role=status] h3').first().waitFor()
  },
  'console-secrets': async (stage) => {
    await stage.here.asAdmin.post('/workflow-secrets', { name: 'LAUNDRY_KEY', value: 'sk-8f12aa' })
    await stage.here.asAdmin.post('/workflow-secrets', { name: 'PARTNER_LOGIN', value: { username: 'seaside' } })
    await show(stage, 'settings/secrets', 'main li h2')
  },
  'console-suggestions': async (stage) => {
    await shown(({ workflowId }) => `workflows/${workflowId}`, 'figure svg')(stage)
    const code = stage.page.locator('main textarea')
    await code.focus()
    await stage.page.keyboard.press('Control+End')
    await stage.page.keyboard.type('  - ask: { call: ta')
    // The catalog may come later than what is typed.
    await soon(async () => {
      await stage.page.keyboard.press('Control+Space')
      expect(await stage.page.locator('[role=option]').count()).toBeGreaterThan(0)
    })
  },
  'console-runs': shown(() => 'runs', 'main [data-row]'),
  'console-run': shown(({ failedRunId }) => `runs/${failedRunId}`, 'ol [role=group]'),
  'console-run-waiting': shown(({ waitingRunId }) => `runs/${waitingRunId}`, 'main ol'),
  'console-approvals': shown(() => 'approvals', 'article textarea'),
}
