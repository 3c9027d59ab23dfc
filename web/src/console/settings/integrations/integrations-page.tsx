import { useState, type ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { Section } from '../../../design/card.tsx'
import { useWords } from '../../../language/language.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { Rows, SettingsPage } from '../settings-list.tsx'
import { settingsWords } from '../words/settings-words.ts'
import { ConnectSheet } from './connect-sheet.tsx'
import { useConnected, type Connected } from './connected.ts'
import { ConnectedRow } from './connected-row.tsx'
import { NOUNS, type Noun } from './systems.ts'
import { integrationsWords } from './words/integrations-words.ts'

/** The systems that work with this one: how each is doing, and the way to more of them. */
export function IntegrationsPage(): ReactNode {
  const words = useWords(integrationsWords)
  const { about } = useWords(settingsWords)
  const [shown, setShown] = useState<Connected | 'new'>()
  const connect = (): void => setShown('new')
  useKeys({ n: connect }, { n: words.connect })
  return (
    <SettingsPage
      title={words.title}
      text={about.integrations}
      actions={
        <Button look="primary" icon="plus" onClick={connect}>
          {words.connect}
        </Button>
      }
    >
      {NOUNS.map((noun) => (
        <Systems key={noun} noun={noun} onChange={setShown} />
      ))}
      {shown ? (
        <ConnectSheet connected={shown === 'new' ? undefined : shown} onClose={() => setShown(undefined)} />
      ) : null}
    </SettingsPage>
  )
}

function Systems({ noun, onChange }: { noun: Noun; onChange(connected: Connected): void }): ReactNode {
  const words = useWords(integrationsWords)
  const list = useConnected(noun)
  return (
    <Section title={words.sections[noun]}>
      {list.items?.length === 0 ? (
        <p className="rounded-card border border-dashed border-edge p-4 text-soft">
          <span className="font-medium text-ink">{words.none[noun]}.</span> {words.noneText[noun]}
        </p>
      ) : (
        <Rows
          label={words.sections[noun]}
          list={list}
          empty={{ icon: 'link', title: words.none[noun], text: words.noneText[noun] }}
          renderRow={(connected) => <ConnectedRow connected={connected} onChange={() => onChange(connected)} />}
        />
      )}
    </Section>
  )
}
