import type { WantedTask } from './wanted-task.schema.ts'

const WAIT_SECONDS_DEFAULT = 60
const WAIT_SECONDS_MAX = 15 * 60

/**
 * How long a 429 asks us to wait. The documentation says that it is told in a header and in the body, and names
 * neither, so the usual ones are understood: seconds, a moment in seconds, or a date.
 */
export function waitIn(headers: Record<string, string>, body: unknown, nowMillis: number): number {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const told = [
    headers['retry-after'],
    headers['x-ratelimit-reset'],
    headers['ratelimit-reset'],
    ...fields.filter(([name]) => /retry|reset|expire/i.test(name)).map(([, value]) => value),
  ]
  const seconds = told.map((value) => secondsIn(value, nowMillis)).find((value) => value !== undefined)
  return Math.min(WAIT_SECONDS_MAX, Math.max(1, Math.ceil(seconds ?? WAIT_SECONDS_DEFAULT)))
}

function secondsIn(value: unknown, nowMillis: number): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const number = Number(value)
  if (Number.isFinite(number)) return number > 1_000_000_000 ? number - nowMillis / 1000 : number
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : (moment - nowMillis) / 1000
}

const WORDS_MAX = 500

/** What the provider said was wrong, whatever it calls the field. */
export function wordsIn(text: string, body: unknown): string {
  const found = typeof body === 'object' && body !== null ? said(body) : undefined
  const words = found ?? (typeof body === 'string' ? body : text.replace(/<[^<>]*>/g, ' '))
  return words.replace(/\s+/g, ' ').trim().slice(0, WORDS_MAX)
}

function said(body: object): string | undefined {
  for (const field of ['error', 'message', 'detail', 'description', 'errors']) {
    const value = (body as Record<string, unknown>)[field]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  }
  return Object.keys(body).length > 0 ? JSON.stringify(body) : undefined
}

/** The body of a create or an update. Ids of people are numbers there. */
export function taskBody(task: WantedTask): Record<string, unknown> {
  return {
    name: task.name,
    type_department: task.department,
    type_priority: task.priority,
    description: task.description,
    scheduled_date: task.date,
    scheduled_time: task.time,
    assignments: task.assigneeIds.map(Number),
  }
}

/** Tokens live for 24 hours; they also say so themselves. */
export function expiryIn(token: string, nowMillis: number): Date {
  const claims = claimsIn(token)
  const exp = claims && 'exp' in claims ? Number(claims.exp) : Number.NaN
  return new Date(Number.isFinite(exp) ? exp * 1000 : nowMillis + 24 * 3600 * 1000)
}

function claimsIn(token: string): object | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' && claims !== null ? claims : undefined
  } catch {
    return undefined
  }
}
