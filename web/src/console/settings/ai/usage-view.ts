import type { AiUsageSummary } from '../../../../../src/modules/ai/usage.schema.ts'

const MICROS = 1_000_000
const DAY_MILLIS = 86_400_000

type Row = AiUsageSummary['days'][number]

export const MEASURES = {
  cost: ({ costMicros }: Row): number => costMicros / MICROS,
  tokens: ({ inputTokens, outputTokens }: Row): number => inputTokens + outputTokens,
  calls: ({ calls }: Row): number => calls,
} as const
export type Measure = keyof typeof MEASURES

export const RANGES = ['7', '30', '90'] as const

/** What the page shows, in its address. */
export interface UsageView {
  days?: (typeof RANGES)[number]
  measure?: Measure
}

export function parseUsageView({ days, measure }: Record<string, unknown>): UsageView {
  const range = RANGES.find((each) => each === String(days))
  return {
    ...(range === undefined ? {} : { days: range }),
    ...(typeof measure === 'string' && Object.hasOwn(MEASURES, measure) ? { measure: measure as Measure } : {}),
  }
}

/** Every day of the summary, those on which nothing was used too. */
export function daysOf({ fromDate, toDate }: AiUsageSummary): string[] {
  const first = Date.parse(fromDate)
  const count = Math.round((Date.parse(toDate) - first) / DAY_MILLIS) + 1
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY_MILLIS).toISOString().slice(0, 10))
}

interface Purpose {
  route: string
  /** One for each day. */
  values: number[]
  total: Record<Measure, number>
}

/** The purposes, what took most first. */
export function purposesOf(summary: AiUsageSummary, measure: Measure): Purpose[] {
  const days = daysOf(summary)
  const routes = [...new Set(summary.days.map(({ route }) => route))]
  const purposes = routes.map((route) => {
    const rows = summary.days.filter((row) => row.route === route)
    const sum = (name: Measure): number => rows.reduce((total, row) => total + MEASURES[name](row), 0)
    const values = new Map(rows.map((row) => [row.day, MEASURES[measure](row)]))
    return {
      route,
      values: days.map((day) => values.get(day) ?? 0),
      total: { cost: sum('cost'), tokens: sum('tokens'), calls: sum('calls') },
    }
  })
  return purposes.toSorted((left, right) => right.total[measure] - left.total[measure])
}
