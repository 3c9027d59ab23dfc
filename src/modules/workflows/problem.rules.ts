import type { Problem } from './problem.schema.ts'

/** All that is wrong with a document, up to a limit; the rest is counted. */
export interface Problems {
  problems: Problem[]
  /** How many there are, with those that are not listed. */
  count: number
}

/** Where those who find problems put them. */
export interface ProblemSink {
  add(pointer: string, code: Problem['code'], message: string): void
}

const PROBLEMS_LISTED_MAX = 100

export class ProblemList implements ProblemSink {
  readonly #problems: Problem[] = []
  readonly #seen = new Set<string>()
  #count = 0

  add(pointer: string, code: Problem['code'], message: string): void {
    const key = `${pointer} ${code} ${message}`
    if (this.#seen.has(key)) return
    this.#count += 1
    if (this.#problems.length >= PROBLEMS_LISTED_MAX) return
    this.#seen.add(key)
    this.#problems.push({ pointer, code, message })
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  result(): Problems {
    return { problems: this.#problems, count: this.#count }
  }
}
