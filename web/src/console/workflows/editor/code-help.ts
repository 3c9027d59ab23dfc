import { autocompletion, completionKeymap, type Completion, type CompletionContext } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { defaultHighlightStyle, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { keymap, type EditorView } from '@codemirror/view'
import type { Problem } from '../../../../../src/modules/workflows/problem.schema.ts'
import { completionsAt, type Catalog } from './completion.ts'

/** The colours of the library's own style, each as one of ours, which are legible in the dark too. */
const COLOURS: Record<string, string> = {
  '#00c': 'var(--accent-text)',
  '#a11': 'var(--info-text)',
  '#219': 'var(--warn-text)',
  '#164': 'var(--warn-text)',
  '#940': 'var(--soft)',
  '#f00': 'var(--danger-text)',
}
const STYLE = HighlightStyle.define(
  defaultHighlightStyle.specs.flatMap(({ tag, color }) => {
    const ours = typeof color === 'string' ? COLOURS[color] : undefined
    return ours === undefined ? [] : [{ tag, color: ours }]
  }),
)

/** What makes the editor more than a field: colours, undo, completion, problems where they are. */
export function helpOf(catalog: () => Catalog | undefined): Extension {
  const complete = (context: CompletionContext) => {
    const found = completionsAt(context.state.sliceDoc(0, context.pos), catalog())
    if (!found || (found.isQuiet && !context.explicit)) return null
    const options: Completion[] = found.options.map(({ label, detail, text, isFirst }) => ({
      label,
      ...(detail === undefined ? {} : { detail }),
      apply: text,
      boost: isFirst ? 1 : 0,
    }))
    return { from: context.pos - found.typed.length, options, validFor: /^[\w.:@-]*$/ }
  }
  return [
    history(),
    yaml(),
    indentUnit.of('  '),
    syntaxHighlighting(STYLE),
    autocompletion({ override: [complete], icons: false }),
    lintGutter(),
    // Escape, then Tab leaves the editor.
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
  ]
}

export function markProblems(view: EditorView, problems: readonly Problem[]): void {
  const { doc } = view.state
  const diagnostics = problems.map(({ line = 1, column = 1, message }) => {
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
    return { from: Math.min(from + column - 1, to), to, severity: 'error' as const, message }
  })
  view.dispatch(setDiagnostics(view.state, diagnostics))
}
