import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { coreFailures, fail } from '#core/errors.ts'

/** `run:` is ours: what a run of a workflow causes is known by it. */
export const REQUEST_ID_PATTERN = '^(?!run:)[A-Za-z0-9._:-]{1,128}$'
const REQUEST_ID = new RegExp(REQUEST_ID_PATTERN)

/** The caller's, or one of ours in place of none and of one that cannot be used. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID()
}

/** Where the request is known again by its id, one that cannot be used must not be passed over. */
export function assertRequestIdUsed({ headers, id }: FastifyRequest): void {
  const sent = headers['x-request-id']
  if (sent === undefined || sent === id) return
  const message = 'Must be 1 to 128 of A-Z a-z 0-9 . _ : - and not begin with run:.'
  fail(coreFailures.invalid_request, {
    detail: `X-Request-Id: ${message}`,
    errors: [{ parameter: 'X-Request-Id', code: 'wrong_format', message }],
  })
}
