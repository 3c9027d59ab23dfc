import type { ErrorFilter, Json } from './document.schema.ts'
import type { RunError } from './flow-state.rules.ts'

const PREFIX = 'https://serverlessworkflow.io/spec/1.0.0/errors/'
/** How documents in the wild write it. */
const OTHER_PREFIX = 'https://serverlessworkflow.io/dsl/errors/types/'

const ERROR_STATUS = {
  configuration: 400,
  validation: 400,
  expression: 400,
  authentication: 401,
  authorization: 403,
  timeout: 408,
  communication: 500,
  runtime: 500,
} as const
type StandardType = keyof typeof ERROR_STATUS

/** Stops a step; the nearest `try` may catch what it carries. */
export class FlowError extends Error {
  readonly error: RunError
  constructor(error: RunError) {
    super(error.detail ?? error.title ?? error.type)
    this.error = error
  }
}

const TITLES: Record<StandardType, string> = {
  configuration: 'Configuration error',
  validation: 'Validation error',
  expression: 'Expression error',
  authentication: 'Authentication error',
  authorization: 'Authorization error',
  timeout: 'Timeout',
  communication: 'Communication error',
  runtime: 'Runtime error',
}

export function standardError(type: StandardType, instance: string, detail: string, status?: number): RunError {
  return { type: `${PREFIX}${type}`, status: status ?? ERROR_STATUS[type], title: TITLES[type], detail, instance }
}

/** Whether a `catch` is for this error: every field that it names is the same. */
export function isFor(filter: ErrorFilter | undefined, error: RunError): boolean {
  if (!filter) return true
  const { type, status, instance, title, details } = filter
  return (
    (type === undefined || plainType(type) === plainType(error.type)) &&
    (status === undefined || status === error.status) &&
    (instance === undefined || instance === error.instance) &&
    (title === undefined || title === error.title) &&
    (details === undefined || details === error.detail)
  )
}

function plainType(type: string): string {
  return type.startsWith(OTHER_PREFIX) ? `${PREFIX}${type.slice(OTHER_PREFIX.length)}` : type
}

/** As a value that expressions see. */
export function errorValue({ type, status, title, detail, instance }: RunError): Json {
  return {
    type,
    status,
    instance,
    ...(title === undefined ? {} : { title }),
    ...(detail === undefined ? {} : { detail }),
  }
}
