import { beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '#http/openapi/document.ts'
import { workflowSubject } from '#http/openapi/workflows.ts'
import { workflowApi } from '#src/catalogue.ts'
import type { Answer } from './client.ts'
import { send, type Call } from './contract-calls.ts'
import { callersOf, provocationsOf } from './contract-provocations.ts'
import { contractOf, type Entry } from './contract.ts'
import { harness, type Harness } from './harness.ts'

const document = openApiDocument(workflowApi, workflowSubject('http://localhost:3000'))
const contract = contractOf(document, workflowApi)

/** What is made for a test is in one state or another by turns; some operations are for one of them only. */
const TURNS = 6
/** What the example of the document cannot know. */
const BODIES: Record<string, object> = {
  moveWorkflowRuns: { fromVersion: 1, toVersion: 1 },
  tryWorkflowStep: { path: '/do/0/pause' },
  resolveWorkflowApproval: { decision: 'approve' },
}

const QUERIES: Record<string, string> = { compareWorkflowVersions: '?against=1' }
/** Where the same order of checks holds whatever the operation is about. */
const FIRST = [
  'invalid_token',
  'workspace_forbidden',
  'workspace_not_found',
  'insufficient_scope',
  'insufficient_role',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
]

let home: Harness
let other: Harness

beforeAll(async () => {
  home = await harness()
  other = await harness()
})

async function sendByTurns(entry: Entry, call: Call): Promise<Answer> {
  const body = BODIES[entry.operation.id]
  for (let turn = 1; ; turn++) {
    const answer = await send(home, entry, { ...call, ...(body && { body }) })
    if (answer.status < 400 || turn === TURNS) return answer
    expect(contract.faultsIn(entry, answer), JSON.stringify(answer.body)).toEqual([])
  }
}

describe.each(contract.entries)('$operationId', (entry) => {
  const { operation } = entry

  test('answers as documented to everyone it is open to', async () => {
    for (const [who, token] of Object.entries(await callersOf(home, entry))) {
      const answer = await sendByTurns(entry, { token, query: QUERIES[operation.id] ?? '' })
      expect([operation.status, 200], `${who}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
      expect(contract.faultsIn(entry, answer), who).toEqual([])
    }
  })

  test('refuses as documented', async () => {
    for (const { what, code, call } of await provocationsOf(home, other, entry)) {
      const answer = await send(home, entry, call)
      expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBeGreaterThanOrEqual(400)
      expect(answer.body, what).toMatchObject({ status: answer.status, ...(FIRST.includes(code) && { code }) })
      expect(contract.faultsIn(entry, answer), what).toEqual([])
    }
  })
})
