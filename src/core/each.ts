import { isDatabaseAwayForAll } from './db-failures.ts'

/** Does it with one after the other. One that fails is told of, and keeps none behind it from its turn. */
export async function withEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  failed: (error: unknown, item: Item) => void,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (isDatabaseAwayForAll(error)) throw error
      failed(error, item)
    }
  }
}
