import type { WorkflowTriggerCreate } from '../../../../../src/modules/workflows/trigger.schema.ts'
import { jsonIn } from '../json-text.ts'

export const KINDS = ['webhook', 'event', 'schedule', 'chat', 'manual'] as const
export type Kind = (typeof KINDS)[number]

/** What the form says, and which of its fields are not JSON. Only fields of the kind are in it: what is empty is none. */
export function triggerIn(form: FormData, kind: Kind): { body: WorkflowTriggerCreate; faults: string[] } {
  const written = (name: string): string => String(form.get(name) ?? '').trim()
  const json = (name: string) => ({ name, read: jsonIn(written(name)) })
  const parts = [
    ...(kind === 'event' ? [json('filter')] : []),
    ...(kind === 'webhook' || kind === 'manual' ? [json('payloadSchema')] : []),
  ]
  const values = parts.map(({ name, read }) => [name, read.isGood ? (read.value ?? null) : null] as const)
  const cron = written('cron')
  return {
    faults: parts.filter(({ read }) => !read.isGood).map(({ name }) => name),
    body: {
      kind,
      name: written('name') || null,
      ...(kind === 'event' ? { eventTypes: written('eventTypes').split(/\s+/) } : {}),
      ...(cron === '' ? {} : { cron }),
      ...(kind === 'chat' ? { phrase: written('phrase') || null } : {}),
      ...Object.fromEntries(values),
    },
  }
}
