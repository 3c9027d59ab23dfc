/** What waits for me, what waits for anybody, and what was answered. */
export const WHOSE = ['mine', 'all', 'over'] as const
export type Whose = (typeof WHOSE)[number]

/** Which approvals are listed, as it stands in the address; mine unless said. */
export function parseWhose({ whose }: Record<string, unknown>): { whose?: Whose } {
  const known = WHOSE.find((each) => each === whose)
  return known ? { whose: known } : {}
}
