import { oneLine } from './plain-text.ts'

type Json = Record<string, unknown>

/** What a person knows a record by; of a conversation also whom it reaches, of a stay who comes where and when. */
export function nameOf(record: Json): string {
  const { shortId, title, name, subject, recipient, contactName, checkinDate } = record
  // Whom to ask for at a company is not whom something reaches.
  const party = name === undefined ? [recipient, contactName].find((each) => typeof each === 'string') : undefined
  const parts = [shortId, title ?? name ?? subject, party === undefined ? undefined : `to ${oneLine(party)}`]
  const stay = checkinDate === undefined ? [] : [record['guestName'], record['propertyName'], checkinDate]
  return [...parts, ...stay].filter((part) => typeof part === 'string').join(' ')
}
