import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { differing } from '../../parts/send-versioned.ts'
import { useRole } from '../../shell/console-context.ts'
import type { Tagged } from '../../shell/request.ts'
import { change } from '../../shell/use-change.ts'
import type { PanelProps } from '../workflow-page.tsx'
import type { Workflow } from '../workflow-queries.ts'
import { workflowsWords } from '../words/workflows-words.ts'
import { MigrationSection } from './migration-section.tsx'
import { AboutFields, RetryFields, TurnFields } from './settings-fields.tsx'
import { useSettingsActs } from './settings-changes.ts'
import { settingsIn, settingsOf } from './settings-form.ts'
import { flowSettingsWords } from './words/flow-settings-words.ts'

/** What it is called, how long its runs stay, how many go at a time, what becomes of a call that fails. */
export function SettingsPanel({ workflow, tag }: PanelProps): ReactNode {
  const words = useWords(flowSettingsWords)
  const flows = useWords(workflowsWords)
  const { may } = useRole()
  // What somebody has begun to change stays theirs, whatever others do meanwhile.
  const [begunOn, setBegunOn] = useState<Tagged<Workflow>>()
  const seen = begunOn ?? { value: workflow, tag }
  const { update, restore, archive } = useSettingsActs({ value: workflow, tag }, () => setBegunOn(undefined))
  const isArchived = workflow.status === 'archived'
  const mayWrite = may('manager') && !isArchived
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const changes = differing(settingsOf(seen.value), settingsIn(new FormData(event.currentTarget)))
    update.mutate(change({ seen, changes }))
  }
  return (
    <div className="grid max-w-2xl gap-10">
      <form key={seen.tag} className="grid gap-8" onChange={() => setBegunOn(seen)} onSubmit={submit}>
        <fieldset disabled={!mayWrite || update.isPending} className="grid gap-8">
          <AboutFields workflow={seen.value} />
          <TurnFields concurrency={seen.value.concurrency} />
          <RetryFields defaults={seen.value.retryDefaults} />
        </fieldset>
        {mayWrite ? (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="primary" busy={update.isPending}>
              {words.save}
            </Button>
            <AskButton
              label={flows.page.archive}
              really={flows.page.reallyArchive}
              what={workflow.name}
              busy={archive.isPending}
              onYes={() => archive.mutate(change(undefined))}
            />
          </div>
        ) : null}
        {isArchived && may('manager') ? (
          <div>
            <Button look="primary" busy={restore.isPending} onClick={() => restore.mutate(change(undefined))}>
              {flows.page.restore}
            </Button>
          </div>
        ) : null}
      </form>
      {workflow.legacyRef === null ? null : <MigrationSection workflow={workflow} />}
    </div>
  )
}
