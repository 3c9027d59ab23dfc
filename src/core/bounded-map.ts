/** A memory that must not grow without end: full, it forgets all. What is in use is soon known again. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #sizeMax: number

  constructor(sizeMax: number) {
    super()
    this.#sizeMax = sizeMax
  }

  override set(key: K, value: V): this {
    if (this.size >= this.#sizeMax && !this.has(key)) this.clear()
    return super.set(key, value)
  }
}
