import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Sheet } from '../design/sheet.tsx'
import { clearDraft, readDraft, writeDraft } from '../offline/draft.ts'
import { needsSummary } from './outlook.ts'
import { useTask } from './task-context.ts'

const SUMMARY_LENGTH_MAX = 10_000

/** The last question before the task is done. */
export function CompleteSheet({ isOpen, onClose }: { isOpen: boolean; onClose(): void }): ReactNode {
  const { outlook, session, snapshot, words } = useTask()
  const draftKey = `summary ${snapshot.link}`
  const [summary, setSummary] = useState(() => readDraft(draftKey) ?? '')
  const isNeeded = needsSummary(outlook.task)
  async function complete(event: FormEvent): Promise<void> {
    event.preventDefault()
    const said = summary.trim()
    onClose()
    await session.act({ kind: 'complete', summary: said === '' ? null : said })
    clearDraft(draftKey)
  }
  return (
    <Sheet title={words.completeTitle} isOpen={isOpen} onClose={onClose} isKept>
      <form className="grid gap-4" onSubmit={(event) => void complete(event)}>
        <TextField
          label={isNeeded ? words.summary : `${words.summary} (${words.optional})`}
          hint={isNeeded ? words.summaryNeeded : words.summaryHint}
          rows={3}
          required={isNeeded}
          maxLength={SUMMARY_LENGTH_MAX}
          value={summary}
          onChange={({ target }) => {
            setSummary(target.value)
            writeDraft(draftKey, target.value)
          }}
        />
        <div className="grid gap-2">
          <Button type="submit" look="primary" size="large" icon="check">
            {words.complete}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
