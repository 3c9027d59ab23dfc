import { useState, type ReactNode } from 'react'
import type { WorkflowSecret } from '../../../../../src/modules/workflows/secret.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { useMoment } from '../../parts/moment.ts'
import { usePaged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change } from '../../shell/use-change.ts'
import { SettingsList } from '../settings-list.tsx'
import { useRemoval } from '../use-save.ts'
import { settingsWords } from '../words/settings-words.ts'
import { SecretSheet } from './secret-sheet.tsx'
import { secretsWords } from './words/secrets-words.ts'

/** What automations use for other systems: names only. A value is set, and never read. */
export function SecretsPage(): ReactNode {
  const words = useWords(secretsWords)
  const { about } = useWords(settingsWords)
  const { id, desk } = useDesk()
  const [shown, setShown] = useState<WorkflowSecret | 'new'>()
  const list = usePaged<WorkflowSecret>([id, 'workflow-secrets'], `${desk}/workflow-secrets`)
  return (
    <SettingsList
      title={words.title}
      text={about.secrets}
      list={list}
      make={{ label: words.make, onMake: () => setShown('new') }}
      empty={{ icon: 'lock', title: words.none, text: words.noneText }}
      renderRow={(secret) => <SecretRow secret={secret} onReplace={() => setShown(secret)} />}
    >
      {shown ? <SecretSheet secret={shown === 'new' ? undefined : shown} onClose={() => setShown(undefined)} /> : null}
    </SettingsList>
  )
}

function SecretRow({ secret, onReplace }: { secret: WorkflowSecret; onReplace(): void }): ReactNode {
  const words = useWords(secretsWords)
  const moment = useMoment()
  const { name, updatedAt } = secret
  const remove = useRemoval<WorkflowSecret>({
    list: 'workflow-secrets',
    path: 'workflow-secrets',
    said: () => words.removed(name),
  })
  return (
    <Card className="flex flex-wrap items-center gap-3 px-4 py-2.5">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <h2 className="font-mono font-semibold break-all">{name}</h2>
        <p className="text-small text-soft">{words.set(moment(updatedAt))}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`${words.replace}: ${name}`} onClick={onReplace}>
          {words.replace}
        </Button>
        <AskButton
          label={words.remove}
          really={words.reallyRemove}
          what={name}
          busy={remove.isPending}
          onYes={() => remove.mutate(change(secret))}
        />
      </div>
    </Card>
  )
}
