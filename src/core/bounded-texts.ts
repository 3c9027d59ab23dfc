import { BoundedMap } from './bounded-map.ts'

/** A bounded memory of what is made of texts: what that takes grows with their length, so their characters count too. */
export class BoundedTexts<V> extends BoundedMap<string, V> {
  readonly #charactersMax: number
  #characters = 0

  constructor(sizeMax: number, charactersMax: number) {
    super(sizeMax)
    this.#charactersMax = charactersMax
  }

  override set(text: string, value: V): this {
    if (this.has(text)) return super.set(text, value)
    if (this.#characters + text.length > this.#charactersMax) this.clear()
    super.set(text, value)
    this.#characters += text.length
    return this
  }

  override clear(): void {
    super.clear()
    this.#characters = 0
  }
}
