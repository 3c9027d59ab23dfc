import { useId, type ReactNode } from 'react'
import { useLanguage } from '../../language/language.tsx'

interface PlotSeries {
  name: string
  /** A class that gives the colour, as `text-…`. */
  colour: string
  /** One for each day; null where there is nothing to say. */
  values: readonly (number | null)[]
}

interface DayPlotProps {
  title: string
  /** What stands at the head of the column of days. */
  dayWord: string
  days: readonly string[]
  series: readonly PlotSeries[]
  /** Bars stand on each other, lines beside each other. */
  look: 'bars' | 'lines'
  write(value: number): string
  /** What the highest value is called. */
  most(value: string): string
  /** Said when there is nothing at all. */
  none: string
}

const HEIGHT = 100
const STEP = 20
const GAP = 4

/** Something over some days: a picture for those who see it, a table for those who listen. */
export function DayPlot({ title, dayWord, days, series, look, write, most, none }: DayPlotProps): ReactNode {
  const heading = useId()
  const { format } = useLanguage()
  const top = topOf(series, look, days.length)
  const hasAny = series.some(({ values }) => values.some((value) => value !== null && value > 0))
  return (
    <section aria-labelledby={heading} className="relative grid min-w-0 content-start gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={heading} className="text-small font-medium text-soft">
          {title}
        </h2>
        {hasAny ? <p className="text-small text-soft">{most(write(top))}</p> : null}
      </div>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-24 w-full rounded-control bg-sunken"
      >
        {look === 'bars' ? <Bars series={series} top={top} count={days.length} /> : <Lines series={series} top={top} />}
      </svg>
      <div aria-hidden="true" className="flex justify-between text-small text-soft">
        <span>{format.shortDay(days[0] ?? '')}</span>
        <span>{format.shortDay(days.at(-1) ?? '')}</span>
      </div>
      {hasAny ? <Legend series={series} /> : <p className="text-small text-soft">{none}</p>}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{dayWord}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day}>
                <th scope="row">{format.shortDay(day)}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{writeOr(values[index], write)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Legend({ series }: { series: readonly PlotSeries[] }): ReactNode {
  const used = series.filter(({ values }) => values.some((value) => value !== null && value > 0))
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-small">
      {used.map(({ name, colour }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span className={`size-3 rounded-full bg-current ${colour}`} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Bars({ series, top, count }: { series: readonly PlotSeries[]; top: number; count: number }): ReactNode {
  return Array.from({ length: count }, (_, index) => {
    let base = HEIGHT
    return series.map(({ name, colour, values }) => {
      const height = ((values[index] ?? 0) / top) * (HEIGHT - GAP)
      base -= height
      return (
        <rect
          key={`${name} ${index}`}
          x={index * STEP + GAP / 2}
          y={base}
          width={STEP - GAP}
          height={height}
          className={colour}
          fill="currentColor"
        />
      )
    })
  })
}

function Lines({ series, top }: { series: readonly PlotSeries[]; top: number }): ReactNode {
  return series.map(({ name, colour, values }) => {
    const points = values.flatMap((value, index) =>
      value === null ? [] : [`${index * STEP + STEP / 2},${HEIGHT - (value / top) * (HEIGHT - 2 * GAP) - GAP}`],
    )
    // A single day has no line: a short one stands for it.
    const [only] = points
    const [x = 0, y = 0] = only?.split(',').map(Number) ?? []
    const drawn = points.length === 1 ? [`${x - GAP},${y}`, `${x + GAP},${y}`] : points
    return (
      <polyline
        key={name}
        points={drawn.join(' ')}
        className={colour}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    )
  })
}

function topOf(series: readonly PlotSeries[], look: DayPlotProps['look'], count: number): number {
  const highest = (index: number): number => {
    const values = series.map(({ values }) => values[index] ?? 0)
    return look === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  }
  return Math.max(...Array.from({ length: count }, (_, index) => highest(index)), Number.EPSILON)
}

function writeOr(value: number | null | undefined, write: (value: number) => string): string {
  return value === null || value === undefined ? '–' : write(value)
}
