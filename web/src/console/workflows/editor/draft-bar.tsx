import { hashKey, useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { WorkflowDraft } from '../../../../../src/modules/workflows/definition.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Note } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import type { Tagged } from '../../shell/request.ts'
import { versionTextQuery } from '../panels/panel-queries.ts'
import type { Workflow } from '../workflow-queries.ts'
import { ConflictNote } from './conflict-note.tsx'
import type { DraftText } from './use-draft-text.ts'
import { editorWords } from './words/editor-words.ts'

interface DraftBarProps {
  workflow: Workflow
  draft: DraftText
  latest: Tagged<WorkflowDraft>
  /** Nothing is wrong with the text as it stands. */
  isGood: boolean
  /** Why it is not known whether anything is. */
  failure: string | undefined
}

/** What can be done with the text, and what has become of it. */
export function DraftBar({ workflow, draft, latest, isGood, failure }: DraftBarProps): ReactNode {
  const words = useWords(editorWords)
  const reason = useId()
  const isOn = useIsOn(workflow, latest.value) && !draft.isChanged
  const { theirs, isBusy, isChanged } = draft
  const why = isOn ? words.isOn : failure
  return (
    <>
      {theirs ? (
        <ConflictNote
          mine={draft.text}
          theirs={theirs.value.text}
          onMine={() => draft.save(undefined, theirs.tag)}
          onTheirs={() => draft.take(theirs)}
        />
      ) : null}
      {draft.hasKept ? (
        <Note
          tone="info"
          icon="pen"
          title={words.kept}
          actions={<Button onClick={() => draft.take(latest)}>{words.discard}</Button>}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          busy={isBusy}
          disabled={!isGood || isOn}
          aria-describedby={why === undefined ? undefined : reason}
          onClick={() => draft.save('publishOn')}
        >
          {words.publishOn}
        </Button>
        <Button
          busy={isBusy}
          disabled={!isGood}
          aria-describedby={failure === undefined ? undefined : reason}
          onClick={() => draft.save('publish')}
        >
          {words.publish}
        </Button>
        <Button busy={isBusy} disabled={!isChanged} onClick={() => draft.save()}>
          {words.save}
        </Button>
        <span aria-live="polite">
          <Badge tone={isChanged ? 'warn' : 'plain'}>{isChanged ? words.isChanged : words.isSaved}</Badge>
        </span>
        {why === undefined ? null : (
          <span id={reason} className="text-small text-soft">
            {why}
          </span>
        )}
      </div>
    </>
  )
}

/** Whether every run follows this draft already: to publish and turn it on would change nothing. */
function useIsOn({ id, status, routes, latestVersion }: Workflow, { document }: WorkflowDraft): boolean {
  const isLatestOn = status === 'active' && routes?.length === 1 && routes[0]?.version === latestVersion
  const { data } = useQuery({ ...versionTextQuery(useDesk(), id, latestVersion), enabled: isLatestOn })
  return isLatestOn && data !== undefined && hashKey([data.document]) === hashKey([document])
}
