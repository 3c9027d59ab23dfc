import type { Tally } from './busy-caller.ts'

/** Rows under a heading, in columns. */
export function tableOf(heading: string[], rows: (string | number)[][]): string {
  const texts = [heading, ...rows.map((row) => row.map(String))]
  const widths = heading.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)))
  const line = (row: string[]): string =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [first = [], ...rest] = texts
  return [line(first), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest.map(line)].join('\n')
}

/** Requests by operation: how many, how quick, and with what outcome. */
export function talliesTable(tallies: Map<string, Tally>): string {
  const rows = [...tallies]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([operation, tally]) => row(operation, tally))
  const all = [...tallies.values()]
  const statuses: Record<string, number> = {}
  for (const tally of all) {
    for (const [status, count] of Object.entries(tally.statuses)) statuses[status] = (statuses[status] ?? 0) + count
  }
  rows.push(row('all', { millis: all.flatMap(({ millis }) => millis), statuses }))
  return tableOf(['operation', 'requests', 'p50 ms', 'p99 ms', 'outcomes'], rows)
}

function row(operation: string, { millis, statuses }: Tally): (string | number)[] {
  const sorted = Float64Array.from(millis).toSorted()
  const at = (share: number): string => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1)
  const outcomes = Object.entries(statuses)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, count]) => `${status}: ${count}`)
  return [operation, millis.length, at(0.5), at(0.99), outcomes.join(', ')]
}
