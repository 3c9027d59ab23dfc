import { readText, removeText, writeText } from '../../../offline/small-storage.ts'

interface Kept {
  /** The mark of the draft that it was written on. */
  tag: string
  text: string
}

const nameOf = (place: string): string => `workflow-draft:${place}`

/** What somebody wrote and did not save: it outlives a reload, and the way to another page. Theirs alone. */
export function keptText(place: string): Kept | undefined {
  const kept = readText(nameOf(place))
  if (kept === null) return undefined
  const at = kept.indexOf('\n')
  return { tag: kept.slice(0, at), text: kept.slice(at + 1) }
}

export function keepText(place: string, kept: Kept | undefined): void {
  if (kept) writeText(nameOf(place), `${kept.tag}\n${kept.text}`)
  else removeText(nameOf(place))
}
