import type { ReactNode } from 'react'
import type { AiProvider, AiSettings } from '../../../../../src/modules/ai/ai-settings.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import type { Tagged } from '../../shell/request.ts'
import { change } from '../../shell/use-change.ts'
import { settingsWords } from '../words/settings-words.ts'
import { useModelsChange } from './model-changes.ts'
import { servedBy } from './purposes.ts'
import { modelsWords } from './words/models-words.ts'

interface ProviderRowProps {
  provider: AiProvider
  settings: Tagged<AiSettings>
  onChange(): void
}

/** An account of the workspace. One whose models are in use cannot go before they are not. */
export function ProviderRow({ provider, settings, onChange }: ProviderRowProps): ReactNode {
  const words = useWords(modelsWords)
  const { edit } = useWords(settingsWords)
  const { name, kind, baseUrl, apiKeyLastFour } = provider
  const remove = useModelsChange(() => undefined)
  const serves = servedBy(settings.value, name)
  return (
    <Card className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-semibold">{name}</h3>
          <Badge>{words.kinds[kind]}</Badge>
          {apiKeyLastFour === null && kind !== 'openai-compatible' ? <Badge tone="warn">{words.noKey}</Badge> : null}
        </div>
        <p className="text-small wrap-anywhere text-soft">
          {[baseUrl ?? words.knownAddress, apiKeyLastFour === null ? '' : words.keyEnds(apiKeyLastFour)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="text-small text-soft">
          {serves.length === 0
            ? words.unused
            : words.serves(serves.map((purpose) => words.purposes[purpose]).join(', '))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`${edit}: ${name}`} onClick={onChange}>
          {edit}
        </Button>
        {serves.length === 0 ? (
          <AskButton
            label={words.remove}
            really={words.reallyRemove}
            what={name}
            busy={remove.isPending}
            onYes={() => remove.mutate(change({ seen: settings, step: { provider: name, next: null } }))}
          />
        ) : null}
      </div>
    </Card>
  )
}
