import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../../../design/card.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { DayPlot } from '../../parts/day-plot.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { durationIn } from './durations.ts'
import { figuresQuery } from './run-queries.ts'
import { runsWords } from './words/runs-words.ts'

/** How many runs there were in the last two weeks, and how long they took. */
export function RunPlot({ workflowId }: { workflowId?: string | undefined }): ReactNode {
  const words = useWords(runsWords)
  const { language } = useLanguage()
  const desk = useDesk()
  const items = useQuery(figuresQuery(desk, workflowId)).data?.items
  const days = items?.map(({ day }) => day) ?? []
  const about = { days, dayWord: words.plot.day, most: words.plot.most }
  return (
    <Card className="grid min-h-48 grid-cols-1 gap-6 p-4 sm:grid-cols-2">
      {items ? (
        <>
          <DayPlot
            {...about}
            title={words.plot.runs}
            none={words.plot.none}
            look="bars"
            write={(value) => new Intl.NumberFormat(language).format(value)}
            series={[
              { name: words.statuses.completed, colour: 'text-accent', values: items.map((each) => each.completed) },
              { name: words.statuses.faulted, colour: 'text-danger-text', values: items.map((each) => each.faulted) },
              { name: words.statuses.cancelled, colour: 'text-edge', values: items.map((each) => each.cancelled) },
              { name: words.statuses.running, colour: 'text-info-text', values: items.map((each) => each.open) },
            ]}
          />
          <DayPlot
            {...about}
            title={words.plot.durations}
            none={words.plot.noneCompleted}
            look="lines"
            write={durationIn(language)}
            series={[
              { name: words.plot.median, colour: 'text-accent', values: items.map((each) => each.medianSeconds) },
              { name: words.plot.slow, colour: 'text-warn-text', values: items.map((each) => each.slowSeconds) },
            ]}
          />
        </>
      ) : null}
    </Card>
  )
}
