import { nameOf } from '#core/record-name.ts'
import { runTool } from '#core/tool-run.ts'
import type { PersonCtx } from './actor.service.ts'
import { callerOf } from './run-job.ts'
import type { Toolbox } from './toolbox.service.ts'

type Json = Record<string, unknown>

/** The tools that read what a field of a question names: one record, or the list that it is in. */
const READ_BY: Readonly<Record<string, { tool: string; by?: string }>> = {
  propertyId: { tool: 'get_property', by: 'propertyId' },
  reservationId: { tool: 'get_reservation', by: 'reservationId' },
  taskId: { tool: 'get_task', by: 'taskId' },
  parentTaskId: { tool: 'get_task', by: 'taskId' },
  conversationId: { tool: 'get_conversation', by: 'conversationId' },
  departmentId: { tool: 'list_departments' },
  tagIds: { tool: 'list_task_tags' },
  primaryUserId: { tool: 'list_people' },
  primaryVendorOrgId: { tool: 'list_people' },
  secondaryAssigneeIds: { tool: 'list_people' },
}
const LISTED_MAX = 100

/** The same question for a person, who knows things by their names; what cannot be read keeps its id. */
export async function withNames(person: PersonCtx, toolbox: Toolbox, preview: Json): Promise<Json> {
  const fields = [preview['before'], preview['after']].flatMap((each) => Object.entries((each ?? {}) as Json))
  const names = new Map<string, string>()
  for (const [field, value] of fields) {
    const ids = [value].flat().filter((id): id is string => typeof id === 'string' && !names.has(id))
    for (const record of await recordsOf(person, toolbox, field, ids)) {
      if (typeof record['id'] === 'string') names.set(record['id'], nameOf(record))
    }
  }
  const named = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(named) : (typeof value === 'string' && names.get(value)) || value
  const shown = (part: unknown): unknown =>
    part ? Object.fromEntries(Object.entries(part as Json).map(([field, value]) => [field, named(value)])) : part
  return { ...preview, before: shown(preview['before']), after: shown(preview['after']) }
}

async function recordsOf(person: PersonCtx, toolbox: Toolbox, field: string, ids: string[]): Promise<Json[]> {
  const source = READ_BY[field]
  const [ready] = source && ids.length > 0 ? toolbox.usable(callerOf(person), [source.tool]) : []
  if (!source || !ready) return []
  const args = source.by === undefined ? { limit: LISTED_MAX } : { [source.by]: ids[0] }
  const answer: Json = await runTool(person, ready, args).catch(() => ({}))
  return Array.isArray(answer['items']) ? (answer['items'] as Json[]) : [answer]
}
