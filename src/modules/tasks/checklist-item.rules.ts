import type { ExternalAction } from './checklist-item.schema.ts'
import { DESCRIPTION_LENGTH_MAX } from './task.schema.ts'

export function titleOf({ title, externalSource }: ExternalAction): string {
  return title ?? `Open in ${externalSource}`
}

/** The one line that people without the checklist find the action by. */
function linkLine(action: ExternalAction): string {
  return `${titleOf(action).replace(/\s+/g, ' ').trim()}: ${action.actionUrl}`
}

/** The description with the link in it, once; undefined when there is no room for it. */
export function linkedDescription(description: string | null, action: ExternalAction): string | undefined {
  const line = linkLine(action)
  if (description?.split('\n').includes(line)) return description
  const linked = description ? `${description}\n\n${line}` : line
  return Array.from(linked).length > DESCRIPTION_LENGTH_MAX ? undefined : linked
}
