import { useState } from 'react'
import { completionsAt, type Catalog, type Completions } from './completion.ts'
import type { Edit } from './code-edits.ts'

export type Suggestion = Completions['options'][number]

const SHOWN_MAX = 60

interface Open {
  options: readonly Suggestion[]
  chosen: number
  /** What is written in its place. */
  from: number
  to: number
}

/** Those that have what stands there already, first those that begin with it. */
function narrowed(options: readonly Suggestion[], typed: string): Suggestion[] {
  const wanted = typed.toLowerCase()
  const rank = ({ label, isFirst }: Suggestion): number =>
    (label.toLowerCase().startsWith(wanted) ? 0 : 2) + (isFirst ? 0 : 1)
  const found = options.filter(({ label }) => label.toLowerCase().includes(wanted))
  // What is written out already needs no help.
  if (found.some(({ label }) => label === typed)) return []
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN_MAX)
}

export function useSuggestions(catalog: Catalog | undefined) {
  const [open, setOpen] = useState<Open>()
  return {
    open,
    close: () => setOpen(undefined),
    /** For what stands before this place; without being asked only where something is likely meant. */
    look(text: string, at: number, isAsked: boolean): void {
      const found = completionsAt(text.slice(0, at), catalog)
      const options = found && (isAsked || !found.isQuiet) ? narrowed(found.options, found.typed) : []
      setOpen(found && options.length > 0 ? { options, chosen: 0, from: at - found.typed.length, to: at } : undefined)
    },
    move(by: number): void {
      if (open) setOpen({ ...open, chosen: (open.chosen + by + open.options.length) % open.options.length })
    },
    /** What picking it writes. */
    picked(index = open?.chosen ?? 0): Edit | undefined {
      const option = open?.options[index]
      return open && option ? { from: open.from, to: open.to, text: option.text } : undefined
    },
  }
}

export type Suggestions = ReturnType<typeof useSuggestions>
