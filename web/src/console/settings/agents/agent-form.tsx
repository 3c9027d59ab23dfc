import { useState, type FormEvent, type ReactNode } from 'react'
import type { Agent } from '../../../../../src/modules/agents/agent.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { useWords } from '../../../language/language.tsx'
import type { Tagged } from '../../shell/request.ts'
import { SaveBar } from '../save-bar.tsx'
import { SettingsPage } from '../settings-list.tsx'
import { useAgentChanges } from './agent-changes.ts'
import { changesOf, draftOf } from './agent-draft.ts'
import { AgentApproval, AgentBasics, AgentTools } from './agent-fields.tsx'
import { agentsWords } from './words/agents-words.ts'

/** An agent while it is being written. Nothing is sent before it is saved: half an instruction helps nobody. */
export function AgentForm({ agent }: { agent: Tagged<Agent> | undefined }): ReactNode {
  const words = useWords(agentsWords)
  const [seen, setSeen] = useState(agent)
  const before = draftOf(seen?.value)
  const [draft, setDraft] = useState(before)
  const changes = changesOf(draft, before)
  const isDirty = Object.keys(changes).length > 0
  const takeOver = (next: Tagged<Agent> | undefined): void => {
    setSeen(next)
    setDraft(draftOf(next?.value))
  }
  // Nobody has written anything here: what others write is simply shown.
  if (agent !== undefined && agent.tag !== seen?.tag && !isDirty) takeOver(agent)
  const { save, archive, isBusy } = useAgentChanges(takeOver)
  const isArchived = seen !== undefined && seen.value.archivedAt !== null
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && isDirty) save(seen, changes)
  }
  const put = (fields: Partial<typeof draft>): void => setDraft({ ...draft, ...fields })
  return (
    <SettingsPage
      title={seen?.value.name ?? words.make}
      aside={isArchived ? <Badge>{words.archived}</Badge> : null}
      actions={
        seen ? (
          <Button onClick={() => archive(seen.value, !isArchived)}>{isArchived ? words.restore : words.archive}</Button>
        ) : null
      }
    >
      <form className="grid grid-cols-[minmax(0,1fr)] gap-8" onSubmit={submit}>
        {/* What is saved takes the place of what stands here: nothing can be typed into it until then. */}
        <fieldset disabled={isBusy} className="contents">
          <AgentBasics draft={draft} onChange={put} />
          <AgentTools draft={draft} onChange={put} />
          <AgentApproval draft={draft} onChange={put} />
        </fieldset>
        <SaveBar isDirty={isDirty} isBusy={isBusy} onDiscard={() => setDraft(before)} />
      </form>
    </SettingsPage>
  )
}
