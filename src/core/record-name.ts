import { oneLine } from './plain-text.ts'

type Json = Record<string, unknown>

/**
 * What a person knows a record by; of a conversation also whom it reaches, of a stay who comes where and when, of a task
 * where and when it is, because many have the same title.
 */
export function nameOf(record: Json): string {
  const { shortId, title, name, subject, recipient, contactName, checkinDate } = record
  // Whom to ask for at a company is not whom something reaches.
  const party = name === undefined ? [recipient, contactName].find((each) => typeof each === 'string') : undefined
  const parts = [shortId, title ?? name ?? subject, party === undefined ? undefined : `to ${oneLine(party)}`]
  const stay = checkinDate === undefined ? [] : [record['guestName'], record['propertyName'], checkinDate]
  return [...parts, ...stay, ...placeOf(record)].filter((part) => typeof part === 'string').join(' ')
}

function placeOf({ shortId, property, scheduledDate }: Json): string[] {
  if (shortId === undefined) return []
  const home = (property as Json | null | undefined)?.['name']
  return [
    ...(typeof home === 'string' ? [`at ${home}`] : []),
    ...(typeof scheduledDate === 'string' ? [`on ${scheduledDate}`] : []),
  ]
}
