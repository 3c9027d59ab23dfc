import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Badge } from '../../../design/badge.tsx'
import { Card, Section } from '../../../design/card.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { modelsQuery } from './ai-queries.ts'
import { aiWords } from './words/ai-words.ts'

/** Who answers for each purpose as things are. */
export function ModelsInUse(): ReactNode {
  const words = useWords(aiWords)
  const { data } = useQuery(modelsQuery(useDesk()))
  if (!data) return null
  return (
    <Section title={words.models}>
      <Card>
        <dl className="divide-y divide-line">
          {data.inUse.map(({ purpose, provider, model, degraded }) => (
            <div key={purpose} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
              <dt className="min-w-0 flex-1 basis-48">{words.purposes[purpose]}</dt>
              <dd className="flex flex-wrap items-center gap-2 text-small">
                {provider === null ? <Badge tone="warn">{words.nobody}</Badge> : null}
                {degraded ? <Badge>{words.standIn}</Badge> : null}
                {provider !== null && !degraded ? (
                  <code className="font-mono text-soft">
                    {provider}:{model}
                  </code>
                ) : null}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </Section>
  )
}
