import type { ReactNode } from 'react'
import type { AiUsageSummary } from '../../../../../src/modules/ai/usage.schema.ts'
import { Card } from '../../../design/card.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { DayPlot } from '../../parts/day-plot.tsx'
import { daysOf, purposesOf, type Measure } from './usage-view.ts'
import { aiWords } from './words/ai-words.ts'

/** Neighbours can be told apart; after the last one they begin anew. */
const COLOURS = [
  'text-accent',
  'text-info-text',
  'text-warn-text',
  'text-danger-text',
  'text-soft',
  'text-accent/50',
  'text-info-text/50',
  'text-warn-text/50',
  'text-danger-text/50',
] as const
const COLUMNS = ['calls', 'tokens', 'cost'] as const satisfies readonly Measure[]

interface UsageProps {
  summary: AiUsageSummary
  measure: Measure
}

/** The plot, and the same by purpose in numbers. */
export function Usage({ summary, measure }: UsageProps): ReactNode {
  const words = useWords(aiWords)
  const { format } = useLanguage()
  const purposes = purposesOf(summary, measure)
  const nameOf = (route: string): string => (words.routes as Record<string, string>)[route] ?? route
  const seriesOf = ({ route, values }: (typeof purposes)[number], index: number) => ({
    name: nameOf(route),
    colour: COLOURS[index % COLOURS.length] ?? 'text-soft',
    values,
  })
  const sum = (pick: (row: AiUsageSummary['days'][number]) => number): number =>
    summary.days.reduce((total, row) => total + pick(row), 0)
  const [failed, cached] = [sum((row) => row.failed), sum((row) => row.cached)]
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <DayPlot
        title={words.byDay(words.measures[measure])}
        dayWord={words.day}
        days={daysOf(summary)}
        series={purposes.map(seriesOf)}
        look="bars"
        write={format.number}
        most={words.most}
        none={words.noUse}
      />
      {purposes.length === 0 ? null : (
        <table className="w-full text-right text-small tabular-nums sm:text-label">
          <thead className="text-small text-soft">
            <tr>
              <th scope="col" className="py-1 text-left font-medium">
                {words.purpose}
              </th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="py-1 pl-3 font-medium">
                  {words.measures[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {purposes.map(({ route, total }) => (
              <tr key={route} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-medium">
                  {nameOf(route)}
                </th>
                {COLUMNS.map((column) => (
                  <td key={column} className="py-2 pl-3">
                    {format.number(total[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-edge font-semibold">
            <tr>
              <th scope="row" className="py-2 text-left">
                {words.total}
              </th>
              {COLUMNS.map((column) => (
                <td key={column} className="py-2 pl-3">
                  {format.number(purposes.reduce((all, { total }) => all + total[column], 0))}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
      <p className="text-small text-soft empty:hidden">
        {[failed > 0 ? words.failed(failed) : '', cached > 0 ? words.cached(cached) : ''].filter(Boolean).join(' · ')}
      </p>
    </Card>
  )
}
