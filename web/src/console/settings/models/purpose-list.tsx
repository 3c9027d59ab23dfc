import type { ReactNode } from 'react'
import type { AiSettings, ModelInUse } from '../../../../../src/modules/ai/ai-settings.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { useWords } from '../../../language/language.tsx'
import { decidedBy, EMBEDDED, settingOf, type Purpose } from './purposes.ts'
import { modelsWords } from './words/models-words.ts'

interface PurposeListProps {
  settings: AiSettings
  onChoose(purpose: Purpose): void
}

/** Who answers for each purpose as things are, and who has decided that. */
export function PurposeList({ settings, onChoose }: PurposeListProps): ReactNode {
  const words = useWords(modelsWords)
  return (
    <Card>
      <ul aria-label={words.purposesTitle} className="divide-y divide-line">
        {settings.inUse.map((inUse) => (
          <li key={inUse.purpose} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="grid min-w-0 flex-1 basis-44 gap-1">
              <h3 className="font-medium">{words.purposes[inUse.purpose]}</h3>
              <InUse settings={settings} inUse={inUse} />
            </div>
            <Button
              aria-label={`${words.choose}: ${words.purposes[inUse.purpose]}`}
              onClick={() => onChoose(inUse.purpose)}
            >
              {words.choose}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function InUse({ settings, inUse }: { settings: AiSettings; inUse: ModelInUse }): ReactNode {
  const words = useWords(modelsWords)
  const { purpose, provider, model, degraded } = inUse
  const chosen = settings.models[purpose]
  if (provider === null) {
    const isGone = chosen !== null && chosen !== EMBEDDED
    return (
      <State sign={<Badge tone="warn">{words.nobody}</Badge>}>
        {isGone ? words.gone(chosen) : words.missing(settingOf(purpose))}
      </State>
    )
  }
  if (degraded) {
    const text = purpose === 'embed' ? words.standInEmbed : words.standInText
    return (
      <State sign={<Badge tone="warn">{words.standIn}</Badge>}>
        {text} {chosen === EMBEDDED ? words.decided.here : words.missing(settingOf(purpose))}
      </State>
    )
  }
  const by = decidedBy(settings, purpose)
  return (
    <State
      sign={
        <code className="font-mono break-all">
          {provider}:{model}
        </code>
      }
    >
      {by === 'default' ? words.decided.default(words.purposes.default) : words.decided[by]}
    </State>
  )
}

function State({ sign, children }: { sign: ReactNode; children: ReactNode }): ReactNode {
  return (
    <>
      <p className="text-small">{sign}</p>
      <p className="text-small text-pretty text-soft">{children}</p>
    </>
  )
}
