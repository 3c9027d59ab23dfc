import { newKey } from '../../offline/new-key.ts'
import { readText, removeText, writeText } from '../../offline/small-storage.ts'

/** A text on its way. */
export interface Sent {
  text: string
  /** The same for every try, also that of the next page: what has arrived does not arrive twice. */
  key: string
  /** What else is sent with it, and has to be the same for the key to hold. */
  about?: string | undefined
  /** When it was tried first. */
  at: number
}

/** The server knows a key for a day. */
const KEY_MILLIS = 23 * 3_600_000
const isKnown = ({ at }: Sent): boolean => Date.now() - at < KEY_MILLIS

/** What this page is sending now. The browser keeps it until it has arrived, beside what is written meanwhile. */
const onTheWay = new Map<string, readonly Sent[]>()
/** What came back into the box, while it stands at its beginning. */
const cameBack = new Map<string, string>()

const wayOf = (place: string): string => `${place} sending`
/** In the box again, though it may have arrived. */
const triedOf = (place: string): string => `${place} tried`
const sending = (place: string): readonly Sent[] => onTheWay.get(place) ?? []

function joined(texts: readonly (string | null)[]): string {
  return texts.filter(Boolean).join('\n\n')
}

/** What is in the box at first: what a page that was left had not sent yet, and what the browser or the server has. */
export function firstText(place: string, saved: string): string {
  const left = sending(place).length > 0 ? '' : joined(listIn(wayOf(place)).map(({ text }) => text))
  const rest = readText(place) ?? saved
  return left !== '' && left.includes(rest.trim()) ? left : joined([left, rest])
}

/** From here on it is an ordinary draft. */
export function takeOver(place: string, text: string, saved: string): void {
  if (text === saved) removeText(place)
  else writeText(place, text)
  if (sending(place).length > 0) return
  keep(triedOf(place), [...listIn(triedOf(place)), ...listIn(wayOf(place))].filter(isKnown))
  removeText(wayOf(place))
}

/** What is written over is not tried again: the same words written anew are meant anew. */
export function written(place: string, text: string): void {
  writeText(place, text)
  const tried = listIn(triedOf(place))
  if (tried.length > 0)
    keep(
      triedOf(place),
      tried.filter((each) => text.includes(each.text)),
    )
}

/** Nothing is in the box now, whatever the server has kept of it on the way here. */
export function beginSending(place: string, text: string, about?: string): Sent {
  const before = listIn(triedOf(place)).find((each) => each.text === text && isKnown(each))
  const sent = before ?? { text, key: newKey(), about, at: Date.now() }
  removeText(triedOf(place))
  cameBack.delete(place)
  set(place, [...sending(place), sent])
  writeText(place, '')
  return sent
}

/** It has arrived, or is in the box again. */
export function endSending(place: string, { key }: Sent): void {
  set(
    place,
    sending(place).filter((each) => each.key !== key),
  )
}

/** It is in the box again: before what was written since, and after what came back before it. Answers all of that. */
export function bringBack(place: string, now: string, sent: Sent, mayHaveArrived: boolean): string {
  endSending(place, sent)
  if (mayHaveArrived) keep(triedOf(place), [...listIn(triedOf(place)), sent])
  const before = cameBack.get(place) ?? ''
  const first = now.startsWith(before) ? before : ''
  const back = joined([first, sent.text])
  cameBack.set(place, back)
  const text = joined([back, now.slice(first.length).replace(/^\n+/, '')])
  written(place, text)
  return text
}

function set(place: string, list: readonly Sent[]): void {
  onTheWay.set(place, list)
  keep(wayOf(place), list)
  if (list.length === 0 && readText(place) === '') removeText(place)
}

function keep(name: string, list: readonly Sent[]): void {
  if (list.length > 0) writeText(name, JSON.stringify(list))
  else removeText(name)
}

function listIn(name: string): readonly Sent[] {
  const kept = readText(name)
  if (kept === null) return []
  try {
    const list: unknown = JSON.parse(kept)
    if (Array.isArray(list)) return list
  } catch {
    // Of a page before this one: the words alone.
  }
  return [{ text: kept, key: newKey(), at: 0 }]
}
