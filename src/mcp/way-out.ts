import type { Fault } from '#core/errors.ts'
import { formats } from '#core/formats.ts'
import type { Tool } from '#core/tool.ts'

const ID_SOURCES =
  'fetch has the id of a task by its short id such as TK-12; search and the lists have those of names, get_context your own. Of an id from search only what is behind the colon.'

interface Taken {
  /** The names of all arguments. */
  known: readonly string[]
  /** Tools that do the same with other fields. */
  siblings?: readonly Tool[]
}

/** The faults with what helps a model out of them: where ids come from, and which arguments there are. */
export function withWaysOut(faults: readonly Fault[], { known, siblings = [] }: Taken): Fault[] {
  let isListed = false
  return faults.map((fault) => {
    if (fault.message === `Must be ${formats['uuid']?.must}.`) return extended(fault, ID_SOURCES)
    const field = fault.code === 'unknown_field' ? /^\/([^/]+)$/.exec(fault.pointer ?? '')?.[1] : undefined
    if (field === undefined) return fault
    const takers = siblings.filter(({ input }) => Object.hasOwn(input.properties, field)).map(({ name }) => name)
    if (takers.length > 0) return extended(fault, `It is an argument of ${takers.join(', ')}.`)
    if (isListed) return fault
    isListed = true
    return extended(fault, known.length > 0 ? `Known: ${known.join(', ')}.` : 'There are none.')
  })
}

function extended(fault: Fault, more: string): Fault {
  return { ...fault, message: `${fault.message} ${more}` }
}
