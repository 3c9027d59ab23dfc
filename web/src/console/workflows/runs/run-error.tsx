import type { ReactNode } from 'react'
import type { WorkflowRun } from '../../../../../src/modules/workflows/run.schema.ts'
import { Note } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { runsWords } from './words/runs-words.ts'

type RunError = NonNullable<WorkflowRun['error']>

/** What went wrong, in the words of whoever said so, and where. */
export function RunErrorNote({ error, actions }: { error: RunError; actions?: ReactNode }): ReactNode {
  const words = useWords(runsWords)
  const { title, detail, type, status, instance } = error
  const said = title ?? detail ?? words.run.error
  return (
    <Note tone="danger" icon="alert" title={said} actions={actions}>
      {detail !== undefined && detail !== said ? <p className="whitespace-pre-line">{detail}</p> : null}
      <p className="font-mono text-small">
        {status} · {type.split('/').at(-1)} · {instance}
      </p>
    </Note>
  )
}
