import { useId, useMemo, type KeyboardEvent, type ReactNode } from 'react'
import { useWords } from '../../../language/language.tsx'
import { drawingOf, type Box, type Graph } from './diagram-layout.ts'
import { editorWords } from './words/editor-words.ts'

const LETTERS = { name: 19, detail: 23 }
/** Below this the letters would be too small to read: what does not fit then is scrolled to. */
const SHRINK_MIN = 0.85

/** The document as a picture. A press on a task leads to it in the text. */
export function Diagram({ graph, onPick }: { graph: Graph; onPick?(name: string): void }): ReactNode {
  const words = useWords(editorWords)
  const arrow = useId()
  const { width, height, boxes, lines } = useMemo(() => drawingOf(graph), [graph])
  const steps = graph.nodes.filter(({ kind }) => kind !== 'start' && kind !== 'end')
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      style={{ width, minWidth: width * SHRINK_MIN, maxWidth: '100%' }}
      role="group"
      aria-label={words.diagramOf(steps.map(({ name, kind }) => `${name} (${kind})`).join(', '))}
      className="mx-auto block h-auto"
    >
      <defs>
        <marker
          id={arrow}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto-start-reverse"
        >
          <path d="M0 0.5 7 4 0 7.5Z" className="text-edge" fill="currentColor" />
        </marker>
      </defs>
      {boxes.map((box) => (
        <TaskBox key={box.id} box={box} {...(onPick ? { onPick } : {})} />
      ))}
      {lines.map(({ key, path, label, labelX, labelY }) => (
        <g key={key} aria-hidden="true">
          <path
            d={path}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            className="text-edge"
            markerEnd={`url(#${arrow})`}
          />
          {label === '' ? null : (
            <text x={labelX} y={labelY} fill="currentColor" className="text-[11px] font-medium text-soft">
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

function TaskBox({ box, onPick }: { box: Box; onPick?(name: string): void }): ReactNode {
  const words = useWords(editorWords)
  const { x, y, width, height, name, kind, detail, isGroup } = box
  if (kind === 'start' || kind === 'end') {
    return (
      <g aria-hidden="true">
        <circle cx={x + width / 2} cy={y + height / 2} r={width / 2} className="text-accent" fill="currentColor" />
        <text x={x + width + 8} y={y + height / 2 + 4} fill="currentColor" className="text-[12px] text-soft">
          {kind === 'start' ? words.start : words.end}
        </text>
      </g>
    )
  }
  const press = onPick && (() => onPick(name))
  const act = press && {
    role: 'button',
    tabIndex: 0,
    className: 'cursor-pointer',
    onClick: press,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' && event.key !== ' ') return
      // The page would scroll.
      event.preventDefault()
      press()
    },
  }
  return (
    <g {...(act ?? { 'aria-hidden': true })}>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx="12"
        strokeWidth="1.5"
        strokeDasharray={isGroup ? '5 4' : undefined}
        className={isGroup ? 'fill-paper stroke-edge' : 'fill-surface stroke-edge'}
      />
      <text x={x + 14} y={y + 21} fill="currentColor" className="text-[13px] font-semibold text-ink">
        {shortened(name, LETTERS.name)}
      </text>
      <text x={x + 14} y={y + 37} fill="currentColor" className="text-[11px] text-soft">
        {shortened(detail === undefined ? kind : `${kind} · ${detail}`, LETTERS.detail)}
      </text>
    </g>
  )
}

function shortened(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text
}
