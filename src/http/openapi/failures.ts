import { entersWorkspace, type Access } from '#core/access.ts'
import { coreFailures, type Failure } from '#core/errors.ts'
import type { Method, Operation } from '#core/operation.ts'

/** What an address answers that belongs to no operation. */
export const addressFailures: readonly Failure[] = [coreFailures.route_not_found, coreFailures.method_not_allowed]

/** Of what never became a request. */
export const unreadableFailures: readonly Failure[] = [
  coreFailures.unreadable_request,
  coreFailures.request_timeout,
  coreFailures.headers_too_large,
]

/** Every way the operation can refuse: what it declares, and what its access, method and body bring. */
export function failuresOf(operation: Operation, method: Method): Failure[] {
  const isWrite = method !== 'GET'
  const failures = [
    coreFailures.invalid_request,
    ...(isWrite ? [coreFailures.invalid_json, coreFailures.body_too_large, coreFailures.unsupported_media_type] : []),
    ...(takesIdempotencyKey(operation, method) ? IDEMPOTENCY : []),
    ...failuresOfAccess(operation.access),
    ...(isWrite && operation.conditional ? [coreFailures.precondition_failed] : []),
    ...(isWrite && operation.matchRequired ? [coreFailures.precondition_required] : []),
    ...(mayRepeatWhatItRead(operation) ? [coreFailures.read_only_field] : []),
    ...(takesFreeFields(operation) ? [coreFailures.fields_too_large] : []),
    ...operation.errors,
    coreFailures.rate_limited,
    coreFailures.internal_error,
    coreFailures.unavailable,
  ]
  return [...new Set(failures)].toSorted((a, b) => a.status - b.status)
}

const IDEMPOTENCY = [
  coreFailures.idempotency_key_invalid,
  coreFailures.idempotency_in_progress,
  coreFailures.idempotency_key_reused,
]

export function takesIdempotencyKey(operation: Operation, method: Method): boolean {
  return method !== 'GET' && !operation.ignoresIdempotencyKey
}

function failuresOfAccess(access: Access): Failure[] {
  if (access === 'public') return []
  const failures = [coreFailures.invalid_token]
  if (!entersWorkspace(access)) return failures
  failures.push(coreFailures.workspace_forbidden, coreFailures.workspace_not_found)
  if ('scope' in access) failures.push(coreFailures.insufficient_scope)
  // Everyone in a workspace is at least a member.
  if (access.role !== 'member') failures.push(coreFailures.insufficient_role)
  return failures
}

/** Free fields come together from many requests, so their size is a matter of the object. */
function takesFreeFields({ body }: Operation): boolean {
  return body !== undefined && ('customFields' in body.properties || 'completionFields' in body.properties)
}

/** An update that takes the whole object back checks that its read-only fields are unchanged. */
function mayRepeatWhatItRead({ methods, body }: Operation): boolean {
  return (methods.includes('PATCH') || methods.includes('PUT')) && body !== undefined && 'id' in body.properties
}
