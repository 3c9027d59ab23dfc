import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import type { Problem } from '../../../../../src/modules/workflows/problem.schema.ts'
import type { Catalog } from './completion.ts'

export interface CodeEditor {
  text(): string
  setText(text: string): void
  setProblems(problems: readonly Problem[]): void
  /** To a place in the text, both from 1. */
  goTo(line: number, column: number): void
  close(): void
}

export interface CodeOptions {
  text: string
  label: string
  isReadOnly: boolean
  /** What the completions are made of; it may come later than the editor. */
  catalog(): Catalog | undefined
  onChange(text: string): void
}

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '-3px' },
  '.cm-scroller': { fontFamily: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace", lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.75rem 0' },
  '.cm-gutters': { color: 'var(--soft)', backgroundColor: 'var(--sunken)', border: 'none' },
  '.cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--surface)', border: '1px solid var(--line)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.35rem 0.75rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--accent-text)',
    backgroundColor: 'var(--accent-ground)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', marginLeft: '1rem', color: 'var(--soft)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger-text)' },
  // The library draws these with pictures in the address, which the policy of the page does not allow.
  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px dotted var(--danger-text)' },
  '.cm-lint-marker-error': {
    content: 'normal',
    width: '0.6em',
    height: '0.6em',
    margin: '0.4em 0.2em',
    borderRadius: '50%',
    backgroundColor: 'var(--danger-text)',
  },
})

/** What is typed over a selection: the browser would keep the look of what was there, as styles that are not allowed. */
const TYPED_OVER = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { selection, readOnly } = view.state
    if (inputType !== 'insertText' || data === null || selection.main.empty || readOnly || view.composing) return false
    view.dispatch({ ...view.state.replaceSelection(data), userEvent: 'input.type', scrollIntoView: true })
    return true
  },
})

/**
 * Opens an editor in the element. It stands in a shadow tree, because only there its styles come without `<style>`,
 * which the policy of the page does not allow. What makes it comfortable (colours, completion, undo) is loaded after it.
 */
export function openCode(place: HTMLElement, options: CodeOptions): CodeEditor {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  const help = new Compartment()
  let mark: ((view: EditorView, problems: readonly Problem[]) => void) | undefined
  let waiting: readonly Problem[] = []
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        EditorView.lineWrapping,
        THEME,
        TYPED_OVER,
        EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
        EditorState.readOnly.of(options.isReadOnly),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString())
        }),
        help.of([]),
      ],
    }),
  })
  let isOpen = true
  async function loadHelp(): Promise<void> {
    const { helpOf, markProblems } = await import('./code-help.ts')
    if (!isOpen) return
    mark = markProblems
    view.dispatch({ effects: help.reconfigure(helpOf(options.catalog)) })
    mark(view, waiting)
  }
  void loadHelp()
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    setProblems(problems) {
      waiting = problems
      mark?.(view, problems)
    },
    goTo(line, column) {
      const { from, to } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines))
      const at = Math.min(from + Math.max(column, 1) - 1, to)
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
      view.focus()
    },
    close() {
      isOpen = false
      view.destroy()
    },
  }
}
