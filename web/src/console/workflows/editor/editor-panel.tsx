import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { WorkflowDraft } from '../../../../../src/modules/workflows/definition.schema.ts'
import type { Problem } from '../../../../../src/modules/workflows/problem.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { useDesk, useRole } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import type { Tagged } from '../../shell/request.ts'
import { reasonOf } from '../../shell/refusal.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import type { PanelProps } from '../workflow-page.tsx'
import { draftQuery, type Workflow } from '../workflow-queries.ts'
import { catalogQuery, checkQuery, sketchQuery, usePaused } from './check-queries.ts'
import { CodeArea, type CodePlace } from './code-area.tsx'
import { Diagram } from './diagram.tsx'
import { DraftBar } from './draft-bar.tsx'
import { ProblemList } from './problem-list.tsx'
import { useDraftText } from './use-draft-text.ts'
import { editorWords } from './words/editor-words.ts'

/** The draft as text, what is wrong with it, and how it looks. */
export function EditorPanel({ workflow }: PanelProps): ReactNode {
  const desk = useDesk()
  const { data, isFetchedAfterMount, error, refetch } = useQuery({
    ...draftQuery(desk, workflow.id),
    refetchOnMount: 'always',
  })
  // Written on as it is now: one from an earlier visit may be old.
  if (data && isFetchedAfterMount) return <Editor key={workflow.id} workflow={workflow} latest={data} />
  return error === null ? <Waiting /> : <LoadFailure error={error} onRetry={() => void refetch()} />
}

function Editor({ workflow, latest }: { workflow: Workflow; latest: Tagged<WorkflowDraft> }): ReactNode {
  const words = useWords(editorWords)
  const shell = useWords(shellWords)
  const desk = useDesk()
  const { may } = useRole()
  const code = useRef<CodePlace>(null)
  const mayWrite = may('manager') && workflow.status !== 'archived'
  const draft = useDraftText({ workflow, latest, mayWrite })
  const { text } = draft
  const content = { text: usePaused(text), format: latest.value.format }
  const checked = useQuery(checkQuery(desk, content))
  const { graph } = useQuery(sketchQuery(desk, content)).data ?? {}
  const catalog = useQuery(catalogQuery(desk)).data
  const isChecking = checked.isPlaceholderData || content.text !== text
  const failure = checked.isError && !isChecking ? reasonOf(checked.error, shell) : undefined
  useKeys(mayWrite ? { 'mod+s': () => draft.save() } : {}, mayWrite ? { 'mod+s': words.keys.save } : {})
  return (
    <>
      {mayWrite ? (
        <DraftBar
          workflow={workflow}
          draft={draft}
          latest={latest}
          isGood={checked.data?.isValid === true && !isChecking}
          failure={failure}
        />
      ) : (
        <p className="text-small text-soft">{may('manager') ? words.archived : words.readOnly}</p>
      )}
      <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-h-0 flex-col gap-3">
          <div className="min-h-0 flex-1 lg:min-h-[24rem]">
            <CodeArea
              ref={code}
              text={text}
              label={words.label}
              isReadOnly={!mayWrite}
              problems={checked.isPlaceholderData ? NONE : (checked.data?.problems ?? NONE)}
              catalog={catalog}
              onChange={draft.type}
            />
          </div>
          <p className="text-small text-soft">{words.hint}</p>
          <ProblemList
            checked={checked.data}
            isChecking={isChecking}
            failure={failure}
            onRetry={() => void checked.refetch()}
            onGo={(line, column) => code.current?.goTo(line, column)}
          />
        </div>
        <figure className="min-w-0 overflow-auto rounded-card border border-line bg-sunken p-2 lg:max-h-[44rem]">
          <figcaption className="px-2 pb-2 text-small font-medium text-soft">{words.diagram}</figcaption>
          {graph ? (
            <Diagram graph={graph} onPick={(name) => code.current?.goTo(lineOf(text, name), 1)} />
          ) : (
            <p className="px-2 text-small text-soft">{words.noDiagram}</p>
          )}
        </figure>
      </div>
    </>
  )
}

const NONE: readonly Problem[] = []

/** Where a task begins: the line of a list that has its name. */
function lineOf(text: string, name: string): number {
  const at = text.split('\n').findIndex((line) => line.replace(/^[\s-]*/, '').startsWith(`${name}:`))
  return Math.max(at, 0) + 1
}
