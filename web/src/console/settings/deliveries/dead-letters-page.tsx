import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DeadLetter } from '../../../../../src/modules/deliveries/delivery.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { SelectField } from '../../../design/field.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { JsonBlock } from '../../parts/json-block.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { searchSwitch } from '../../parts/search-switch.ts'
import { useDesk } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { SettingsList } from '../settings-list.tsx'
import { useRemoval } from '../use-save.ts'
import { settingsWords } from '../words/settings-words.ts'
import { deliveriesWords } from './words/deliveries-words.ts'

const route = getRouteApi('/$workspaceId/frame/settings/dead-letters')
const parseReplayed = searchSwitch('replayed')

/** What could not be delivered after many tries: tried again, or dropped. */
export function DeadLettersPage(): ReactNode {
  const { dead } = useWords(deliveriesWords)
  const { about } = useWords(settingsWords)
  const { id, desk } = useDesk()
  const navigate = useNavigate()
  const { replayed = false } = parseReplayed(route.useSearch())
  const list = usePaged<DeadLetter>([id, 'dead-letters'], `${desk}/dead-letters`, { replayed })
  return (
    <SettingsList
      title={dead.title}
      text={about.deadLetters}
      list={list}
      empty={{ icon: 'check', title: dead.none, text: dead.noneText }}
      before={
        <div className="w-56">
          <SelectField
            label={dead.which}
            isLabelHidden
            value={String(replayed)}
            onChange={({ target }) =>
              void navigate({
                to: '/$workspaceId/settings/dead-letters',
                params: { workspaceId: id },
                search: target.value === 'true' ? { replayed: true } : {},
                replace: true,
              })
            }
          >
            <option value="false">{dead.waiting}</option>
            <option value="true">{dead.replayed}</option>
          </SelectField>
        </div>
      }
      renderRow={(letter) => <LetterRow letter={letter} />}
    />
  )
}

function LetterRow({ letter }: { letter: DeadLetter }): ReactNode {
  const { dead, tries } = useWords(deliveriesWords)
  const { format } = useLanguage()
  const { id, api, desk, timezone } = useDesk()
  const client = useQueryClient()
  const { type, subscriber, error, attempts, failedAt, replayedAt, payload } = letter
  const retry = useChange<null, DeadLetter>({
    send: (_, key) => api.send(`${desk}/dead-letters/${letter.id}/replay`, { method: 'POST', key }),
    onDone: () => void client.invalidateQueries({ queryKey: [id, 'dead-letters'] }),
    said: () => dead.retried,
  })
  const drop = useRemoval<DeadLetter>({ list: 'dead-letters', path: 'dead-letters', said: () => dead.dropped })
  return (
    <Card className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
          <h2 className="font-semibold">
            {type} <span className="font-normal text-soft">{dead.forWhom(subscriber)}</span>
          </h2>
          <p className="text-danger-text">{error}</p>
          <p className="text-small text-soft">
            {format.momentAt(failedAt, timezone)} · {tries(attempts)}
          </p>
        </div>
        {replayedAt === null ? (
          <Button
            aria-label={`${dead.retry}: ${type}`}
            busy={retry.isPending}
            onClick={() => retry.mutate(change(null))}
          >
            {dead.retry}
          </Button>
        ) : (
          <Badge>{dead.replayed}</Badge>
        )}
        <AskButton label={dead.drop} really={dead.reallyDrop} what={type} onYes={() => drop.mutate(change(letter))} />
      </div>
      <details>
        <summary className="inline-flex min-h-11 items-center font-medium text-accent-text">{dead.content}</summary>
        <JsonBlock label={dead.content} value={payload} />
      </details>
    </Card>
  )
}
