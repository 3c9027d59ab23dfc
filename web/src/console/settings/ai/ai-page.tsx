import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AiUsageSummary } from '../../../../../src/modules/ai/usage.schema.ts'
import { Options, SelectField } from '../../../design/field.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { SettingsPage } from '../settings-list.tsx'
import { settingsWords } from '../words/settings-words.ts'
import { Budgets } from './budgets.tsx'
import { Usage } from './usage.tsx'
import { MEASURES, parseUsageView, RANGES, type Measure, type UsageView } from './usage-view.ts'
import { aiWords } from './words/ai-words.ts'

const route = getRouteApi('/$workspaceId/frame/settings/ai')

/** What models were used for, what it took, and how much of it is allowed. */
export function AiPage(): ReactNode {
  const words = useWords(aiWords)
  const { about } = useWords(settingsWords)
  const { id, api, desk } = useDesk()
  const navigate = useNavigate()
  const { days = '30', measure = 'cost' } = parseUsageView(route.useSearch())
  const show = (view: UsageView): void =>
    void navigate({
      to: '/$workspaceId/settings/ai',
      params: { workspaceId: id },
      search: { days, measure, ...view },
      replace: true,
    })
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'ai-usage', days],
    queryFn: ({ signal }) => api.read<AiUsageSummary>(`${desk}/ai-usage-summary`, { lastDays: days }, signal),
    placeholderData: (before) => before,
  })
  return (
    <SettingsPage
      title={words.title}
      text={about.ai}
      actions={
        <>
          <SelectField
            label={words.measure}
            isLabelHidden
            value={measure}
            onChange={({ target }) => show({ measure: target.value as Measure })}
          >
            <Options values={Object.keys(MEASURES) as Measure[]} text={(each) => words.measures[each]} />
          </SelectField>
          <SelectField
            label={words.range}
            isLabelHidden
            value={days}
            onChange={({ target }) => show({ days: target.value as NonNullable<UsageView['days']> })}
          >
            <Options values={RANGES} text={(range) => words.days(Number(range))} />
          </SelectField>
        </>
      }
    >
      {data ? <Usage summary={data} measure={measure} /> : null}
      {!data && !error ? <Waiting /> : null}
      {!data && error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      <Budgets />
    </SettingsPage>
  )
}
