import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { AiProvider, AiSettings } from '../../../../../src/modules/ai/ai-settings.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Section } from '../../../design/card.tsx'
import { useWords } from '../../../language/language.tsx'
import { Empty } from '../../parts/empty.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import type { Tagged } from '../../shell/request.ts'
import { SettingsPage } from '../settings-list.tsx'
import { settingsWords } from '../words/settings-words.ts'
import { modelsQuery } from './model-queries.ts'
import { ProviderRow } from './provider-row.tsx'
import { ProviderSheet } from './provider-sheet.tsx'
import { PurposeList } from './purpose-list.tsx'
import { PurposeSheet } from './purpose-sheet.tsx'
import type { Purpose } from './purposes.ts'
import { modelsWords } from './words/models-words.ts'

/** Which model serves which purpose, and the workspace's own accounts with those who have them. */
export function ModelsPage(): ReactNode {
  const words = useWords(modelsWords)
  const { about } = useWords(settingsWords)
  const { data, error, refetch } = useQuery(modelsQuery(useDesk()))
  return (
    <SettingsPage title={words.title} text={about.models}>
      {data ? <Models settings={data} /> : null}
      {!data && !error ? <Waiting /> : null}
      {!data && error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
    </SettingsPage>
  )
}

/** What is open in a sheet, with the settings as they were when it was opened. */
type Shown = { seen: Tagged<AiSettings> } & ({ purpose: Purpose } | { provider: AiProvider | undefined })

function Models({ settings }: { settings: Tagged<AiSettings> }): ReactNode {
  const words = useWords(modelsWords)
  const [shown, setShown] = useState<Shown>()
  const { providers } = settings.value
  const close = (): void => setShown(undefined)
  return (
    <>
      <Section title={words.purposesTitle}>
        <PurposeList settings={settings.value} onChoose={(purpose) => setShown({ seen: settings, purpose })} />
      </Section>
      <Section
        title={words.providers}
        aside={
          <Button icon="plus" onClick={() => setShown({ seen: settings, provider: undefined })}>
            {words.addProvider}
          </Button>
        }
      >
        {providers.length === 0 ? (
          <Empty icon="key" title={words.noProvider} text={words.noProviderText} />
        ) : (
          <ul aria-label={words.providers} className="grid gap-3">
            {providers.map((provider) => (
              <li key={provider.name}>
                <ProviderRow
                  provider={provider}
                  settings={settings}
                  onChange={() => setShown({ seen: settings, provider })}
                />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {shown && 'purpose' in shown ? <PurposeSheet {...shown} onClose={close} /> : null}
      {shown && 'provider' in shown ? <ProviderSheet {...shown} onClose={close} /> : null}
    </>
  )
}
