import { REQUEST_ID_PATTERN } from '#src/http/request-id.ts'
import type { Components, Part } from './components.ts'

const text = (example: string, rules: Part = {}): Part => ({
  schema: { type: 'string', examples: [example], ...rules },
})
const count = (example: number): Part => ({ schema: { type: 'integer', minimum: 0, examples: [example] } })

/** Headers of answers. A required one is on every answer that lists it. */
const HEADERS = {
  'X-Request-Id': {
    description: 'Quote it to support. Your own, if you sent one.',
    required: true,
    ...text('3f1c9a52-6a0e-4c7b-9d7e-1f0b5a3c8e21', { pattern: REQUEST_ID_PATTERN }),
  },
  'X-API-Contract': { description: 'Version of the API contract.', required: true, ...text('1.4.0') },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests at once, refilled over `w` seconds.',
    required: true,
    ...text('"default";q=200;w=2'),
  },
  RateLimit: {
    description: 'Where you stand: `r` requests left, all back in `t` seconds.',
    required: true,
    ...text('"default";r=199;t=1'),
  },
  'X-RateLimit-Limit': { description: 'Requests at once.', required: true, ...count(200) },
  'X-RateLimit-Remaining': { description: 'Requests left now.', required: true, ...count(199) },
  'X-RateLimit-Reset': { description: 'Seconds until all are back.', required: true, ...count(1) },
  'X-Object-Contract': {
    description: 'Version of the object that the address is about.',
    required: true,
    ...text('properties.v1.2.0'),
  },
  ETag: {
    description: 'Version of the object and of this view of it, for `If-None-Match` and `If-Match`.',
    required: true,
    ...text('"3.qL5b1kYB5o8VfT1aS0nWkzJ4u2M"'),
  },
  Location: {
    description: 'Address of the new object.',
    required: true,
    ...text('/api/v1/workspaces/seaside-homes/properties/0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'),
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the kept answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', required: true, ...count(2) },
  'WWW-Authenticate': {
    description: 'How to authenticate; without `error` when no credential was sent.',
    required: true,
    ...text('Bearer error="invalid_token"'),
  },
} satisfies Record<string, Part>

/** Headers of requests. Without examples: a client that fills them in would send a stale ETag or a used key. */
const PARAMETERS = {
  'X-Request-Id': {
    description: 'Your own id for this request; it comes back in the answer and stands in our log.',
    schema: { type: 'string', pattern: REQUEST_ID_PATTERN },
  },
  'Idempotency-Key': {
    description:
      'Makes the write safe to repeat: for 24 hours the same key with the same body gives the kept answer instead of a second effect. A new UUID for each write will do.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  'If-None-Match': {
    description: 'The ETag you have: 304 without a body when nothing has changed.',
    schema: { type: 'string' },
  },
  'If-Match': {
    description: 'The ETag your change is based on: 412 when the object has changed since.',
    schema: { type: 'string' },
  },
} satisfies Record<string, Part>

export type HeaderName = keyof typeof HEADERS
export type ParameterName = keyof typeof PARAMETERS

export const EVERY_ANSWER: readonly HeaderName[] = ['X-Request-Id', 'X-API-Contract']

/** On every answer but those of a server in trouble. */
export const LIMITS: readonly HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

export function describeHeaders(names: readonly HeaderName[], components: Components): Part {
  return Object.fromEntries(names.map((name) => [name, components.add('headers', name, HEADERS[name])]))
}

export function headerParameter(name: ParameterName, { required }: { required: boolean }): Part {
  return { name, in: 'header', required, ...PARAMETERS[name] }
}
