import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { coreFailures, type Failure } from '#core/errors.ts'
import { createLogger } from '#core/log.ts'
import { addressFailures } from '#http/openapi-failures.ts'
import { openApiDocument, renderDocument } from '#http/openapi.ts'
import { publicSubject } from '#http/openapi-public.ts'
import { appApi, createApp, publicApi } from '#src/app.ts'
import type { Answer } from './client.ts'
import { send } from './contract-calls.ts'
import { callersOf, provocationsOf, usedKey } from './contract-provocations.ts'
import { contractOf, type Entry } from './contract.ts'
import { backend } from './database.ts'
import { harness, startTestApp, type Harness } from './harness.ts'

const document = openApiDocument(publicApi, publicSubject('http://localhost:3000'))
const contract = contractOf(document, publicApi)
const { entries } = contract

/** Codes that no request can bring about by itself. */
const OUT_OF_REACH = [coreFailures.idempotency_in_progress, coreFailures.rate_limited, coreFailures.internal_error, coreFailures.unavailable]

let home: Harness
let other: Harness

beforeAll(async () => {
  home = await harness()
  other = await harness()
})

function expectKept(entry: Entry, answer: Answer): void {
  expect(contract.faultsIn(entry, answer)).toEqual([])
}

function codesOf({ responses }: Entry): string[] {
  const examples = Object.values(responses).map(({ content }) => content?.['application/problem+json']?.examples ?? {})
  return examples.flatMap((named) => Object.keys(named))
}

describe.each(entries)('$operationId', (entry) => {
  const { operation, method } = entry

  test('answers as documented to everyone it is open to', async () => {
    for (const [who, token] of Object.entries(await callersOf(home, entry))) {
      const answer = await send(home, entry, { token })
      expect(answer.status, `${who}: ${JSON.stringify(answer.body)}`).toBe(operation.status)
      expectKept(entry, answer)
    }
  })

  test('refuses as documented, and for every reason that it documents', async () => {
    const provoked = new Set<string>()
    for (const { what, code, call } of await provocationsOf(home, other, entry)) {
      const answer = await send(home, entry, call)
      expect(answer.body, what).toMatchObject({ code, status: answer.status })
      expect(contract.faultsIn(entry, answer), what).toEqual([])
      provoked.add(code)
    }
    const own = operation.errors.filter((failure) => !Object.values<Failure>(coreFailures).includes(failure))
    const elsewhere = [...OUT_OF_REACH, ...own].map(({ code }) => code)
    expect(codesOf(entry).filter((code) => !provoked.has(code) && !elsewhere.includes(code))).toEqual([])
  })

  test.runIf(method === 'GET' && operation.versioned)('answers 304 to the ETag it gave', async () => {
    const [token] = Object.values(await callersOf(home, entry))
    const ids = { propertyId: (await home.make.property()).id }
    const { headers } = await send(home, entry, { token, ids })
    const answer = await send(home, entry, { token, ids, headers: { 'if-none-match': headers.etag ?? '' } })
    expect(answer.status).toBe(304)
    expectKept(entry, answer)
  })
})
