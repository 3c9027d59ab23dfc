import { Type, type TSchema } from 'typebox'

/** One way a request can be refused: a stable code, its status and a sentence for people. */
export interface Failure {
  readonly code: string
  readonly status: number
  readonly text: string
  /** Whether the same request can succeed later, where the status does not tell. */
  readonly retryable?: boolean
  /** Not a fault of the service, though the status says so: a warning in the log, without a stack. */
  readonly isExpected?: boolean
  /** Members of the problem document that only this failure has, such as `blockers`; for the document. */
  readonly members?: Readonly<Record<string, TSchema>>
}

/** One thing wrong with the request: where (a JSON pointer into the body, or a parameter's name) and what. */
export interface Fault {
  pointer?: string
  parameter?: string
  code: string
  message: string
}

interface RefusalOptions {
  /** A sentence about this case; the failure's own text otherwise. */
  detail?: string
  errors?: Fault[]
  /** The members that the failure declares. */
  extra?: Record<string, unknown>
  retryAfterSeconds?: number
  headers?: Record<string, string>
  /** It comes before the body has: the rest of that is not wanted. */
  unread?: boolean
  /** For the log only. */
  cause?: unknown
}

/** Thrown to answer with a failure. Whatever is not a Refusal is a 500 that tells nothing. */
export class Refusal extends Error {
  readonly failure: Failure
  readonly options: RefusalOptions

  constructor(failure: Failure, options: RefusalOptions = {}) {
    super(options.detail ?? failure.text, { cause: options.cause })
    this.name = 'Refusal'
    this.failure = failure
    this.options = options
  }
}

export function fail(failure: Failure, options?: RefusalOptions): never {
  throw new Refusal(failure, options)
}

/** Fields of the body that are the reason, each named with the failure's own code and sentence. */
export function faultsAt({ code, text }: Failure, ...fields: string[]): Fault[] {
  return fields.map((field) => ({ pointer: `/${field}`, code, message: text }))
}

/** The same for a failure that needs no more said. */
export function failAt(failure: Failure, ...fields: string[]): never {
  fail(failure, { errors: faultsAt(failure, ...fields) })
}

/** The same for a value that something else has already. */
export function failTaken(failure: Failure, field: string): never {
  fail(failure, { errors: [{ pointer: `/${field}`, code: 'taken', message: failure.text }] })
}

/** A field whose value does not fit to the rest, and why; without a name it is the whole body. */
export function failInapplicable(failure: Failure, field: string, message: string): never {
  fail(failure, { detail: message, errors: [{ pointer: field && `/${field}`, code: 'inapplicable', message }] })
}

/** A failure that needs no more said, for what stands in the path. */
export function failAtParameter(failure: Failure, parameter: string): never {
  fail(failure, { errors: [{ parameter, code: failure.code, message: failure.text }] })
}

/** Declares the failures of a module; the key is the code. */
export function defineFailures<Code extends string>(table: Record<Code, Omit<Failure, 'code'>>): Record<Code, Failure> {
  const entries = Object.entries<Omit<Failure, 'code'>>(table)
  return Object.fromEntries(entries.map(([code, rest]) => [code, { code, ...rest }])) as Record<Code, Failure>
}

/** What any route may answer, whatever it is about. */
export const coreFailures = defineFailures({
  unreadable_request: { status: 400, text: 'This is not a well-formed HTTP request.' },
  invalid_json: { status: 400, text: 'The body is not valid JSON.' },
  invalid_request: { status: 400, text: 'The request does not have the expected form.' },
  idempotency_key_invalid: {
    status: 400,
    text: 'Idempotency-Key must be sent once and be 1 to 255 printable characters.',
  },
  invalid_token: { status: 401, text: 'The credential is missing, wrong, expired or not valid for this workspace.' },
  insufficient_scope: {
    status: 403,
    text: 'The API key lacks the scope this operation needs.',
    members: {
      requiredScope: Type.String({
        description: 'With `insufficient_scope`: the scope that is missing.',
        examples: ['properties:write'],
      }),
    },
  },
  insufficient_role: { status: 403, text: 'Your role in this workspace does not allow this.' },
  workspace_forbidden: { status: 403, text: 'You are not a member of this workspace.' },
  workspace_not_found: { status: 404, text: 'No such workspace.' },
  route_not_found: { status: 404, text: 'No such address.' },
  method_not_allowed: { status: 405, text: 'This address does not support that method.' },
  request_timeout: { status: 408, text: 'The request took too long to arrive.' },
  idempotency_in_progress: {
    status: 409,
    text: 'A request with this Idempotency-Key is still running.',
    retryable: true,
  },
  precondition_failed: { status: 412, text: 'The object has changed since the version in If-Match.' },
  precondition_required: { status: 428, text: 'Send If-Match with the ETag that the change is based on.' },
  body_too_large: { status: 413, text: 'The body is larger than 1 MB.' },
  unsupported_media_type: { status: 415, text: 'Send the body as application/json.' },
  text_too_long: {
    status: 422,
    text: 'A text in the request is too long to be indexed. Send a shorter one.',
  },
  expectation_failed: { status: 417, text: 'Expect can only be 100-continue.' },
  read_only_field: { status: 422, text: 'A field that cannot be changed was sent with another value.' },
  fields_too_large: { status: 422, text: 'The free fields of one object may have 64 KB in all.' },
  idempotency_key_reused: { status: 422, text: 'This Idempotency-Key was used with another body.' },
  rate_limited: { status: 429, text: 'Too many requests.' },
  headers_too_large: { status: 431, text: 'The headers are larger than 16 KB.' },
  internal_error: { status: 500, text: 'The request could not be completed.' },
  unavailable: { status: 503, text: 'The service cannot answer right now. Try again shortly.' },
})
