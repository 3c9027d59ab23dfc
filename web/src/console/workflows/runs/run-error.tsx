import type { ReactNode } from 'react'
import type { WorkflowRun } from '../../../../../src/modules/workflows/run.schema.ts'
import { Note } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { runsWords } from './words/runs-words.ts'

type RunError = NonNullable<WorkflowRun['error']>

/** What went wrong, in the words of whoever said so, and where. */
export function RunErrorNote({ error }: { error: RunError }): ReactNode {
  const words = useWords(runsWords)
  const { title, more, place } = saidIn(error, words.run.error)
  return (
    <Note tone="danger" icon="alert" title={title}>
      {more === undefined ? null : <p className="whitespace-pre-line">{more}</p>}
      <p className="font-mono text-small">{place}</p>
    </Note>
  )
}

/** The same where it stands among other things. */
export function RunErrorLine({ error }: { error: RunError }): ReactNode {
  const words = useWords(runsWords)
  const { title, more, place } = saidIn(error, words.run.error)
  return (
    <div className="grid gap-0.5 text-danger-text">
      <p className="font-semibold">{title}</p>
      {more === undefined ? null : <p className="whitespace-pre-line">{more}</p>}
      <p className="font-mono text-small">{place}</p>
    </div>
  )
}

function saidIn({ title, detail, type, status, instance }: RunError, otherwise: string) {
  const said = title ?? detail ?? otherwise
  return {
    title: said,
    more: detail === said ? undefined : detail,
    place: `${status} · ${type.split('/').at(-1)} · ${instance}`,
  }
}
