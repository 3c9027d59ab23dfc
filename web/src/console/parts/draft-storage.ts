import { readText, removeText, writeText } from '../../offline/small-storage.ts'

/** What this page is sending now. The browser keeps it until it has arrived, beside what is written meanwhile. */
const onTheWay = new Map<string, readonly string[]>()

const wayOf = (place: string): string => `${place} sending`
const sending = (place: string): readonly string[] => onTheWay.get(place) ?? []

export function joined(texts: readonly (string | null)[]): string {
  return texts.filter(Boolean).join('\n\n')
}

/** What is in the box at first: what a page that was left had not sent yet, and what the browser or the server has. */
export function firstText(place: string, saved: string): string {
  const left = sending(place).length > 0 ? null : readText(wayOf(place))
  const rest = readText(place) ?? saved
  return left?.includes(rest.trim()) ? left : joined([left, rest])
}

/** From here on it is an ordinary draft. */
export function takeOver(place: string, text: string, saved: string): void {
  if (text === saved) removeText(place)
  else writeText(place, text)
  if (sending(place).length === 0) removeText(wayOf(place))
}

/** Nothing is in the box now, whatever the server has kept of it on the way here. */
export function beginSending(place: string, text: string): void {
  set(place, [...sending(place), text])
  writeText(place, '')
}

/** It has arrived, or is in the box again. */
export function endSending(place: string, text: string): void {
  const before = sending(place)
  const at = before.indexOf(text)
  if (at >= 0) set(place, before.toSpliced(at, 1))
}

function set(place: string, texts: readonly string[]): void {
  onTheWay.set(place, texts)
  if (texts.length > 0) return writeText(wayOf(place), joined(texts))
  removeText(wayOf(place))
  if (readText(place) === '') removeText(place)
}
