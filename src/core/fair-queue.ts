/** What waits for its turn, by whose it is: each of them gets one turn after the other, however much one of them brings. */
export class FairQueue<T> {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, T[]>()

  get size(): number {
    let size = 0
    for (const items of this.#waiting.values()) size += items.length
    return size
  }

  sizeOf(whose: string): number {
    return this.#waiting.get(whose)?.length ?? 0
  }

  add(whose: string, item: T): void {
    const items = this.#waiting.get(whose)
    if (items) items.push(item)
    else this.#waiting.set(whose, [item])
  }

  /** Whether anything waits for an owner that `mayTake` accepts. */
  has(mayTake: (whose: string) => boolean): boolean {
    return [...this.#waiting.keys()].some(mayTake)
  }

  /** The next item of an owner that `mayTake` accepts. */
  take(mayTake: (whose: string) => boolean = () => true): T | undefined {
    for (const [whose, items] of this.#waiting) {
      if (!mayTake(whose)) continue
      this.#waiting.delete(whose)
      const item = items.shift()
      if (items.length > 0) this.#waiting.set(whose, items)
      return item
    }
    return undefined
  }

  /** Nothing, where its turn has come already. */
  drop(whose: string, item: T): void {
    const items = this.#waiting.get(whose) ?? []
    const at = items.indexOf(item)
    if (at !== -1) items.splice(at, 1)
    if (items.length === 0) this.#waiting.delete(whose)
  }

  /** All of it, in no one's turn. */
  takeAll(): T[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return all
  }
}
