import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Problem } from '../../../../../src/modules/workflows/problem.schema.ts'
import type { CodeEditor } from './code-core.ts'
import type { Catalog } from './completion.ts'

interface CodeAreaProps {
  /** What it begins with; the editor has its own from then on. */
  initial: string
  label: string
  isReadOnly: boolean
  problems: readonly Problem[]
  catalog: Catalog | undefined
  /** The editor once it is there, null when it is gone. */
  onOpen(editor: CodeEditor | null): void
  onChange(text: string): void
}

/** The text in an editor, which is loaded when it is first needed. */
export function CodeArea(props: CodeAreaProps): ReactNode {
  const { initial, label, isReadOnly, problems, catalog, onOpen, onChange } = props
  const editor = useRef<CodeEditor>(null)
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef({ initial, catalog, onChange, onOpen, problems })
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    latest.current = { ...latest.current, catalog, onChange, onOpen, problems }
    editor.current?.setProblems(problems)
  }, [catalog, onChange, onOpen, problems])
  useEffect(() => {
    const element = place.current
    let isOver = false
    // What is typed here is text; only what is held down with Ctrl is a command of the page.
    const keep = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    }
    element?.addEventListener('keydown', keep)
    async function open(): Promise<void> {
      const { openCode } = await import('./code-core.ts')
      if (isOver || !element) return
      editor.current = openCode(element, {
        text: latest.current.initial,
        label,
        isReadOnly,
        catalog: () => latest.current.catalog,
        onChange: (text) => latest.current.onChange(text),
      })
      editor.current.setProblems(latest.current.problems)
      latest.current.onOpen(editor.current)
      setReady(true)
    }
    void open()
    return () => {
      isOver = true
      element?.removeEventListener('keydown', keep)
      editor.current?.close()
      editor.current = null
      latest.current.onOpen(null)
    }
  }, [label, isReadOnly])
  return (
    <div className="relative h-[28rem] overflow-hidden rounded-card border border-edge bg-surface lg:h-full lg:min-h-[24rem]">
      <div ref={place} className="h-full" />
      {isReady ? null : (
        <pre
          aria-hidden="true"
          className="absolute inset-0 overflow-hidden p-3 pl-12 font-mono text-label whitespace-pre-wrap"
        >
          {initial}
        </pre>
      )}
    </div>
  )
}
