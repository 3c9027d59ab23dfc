/** What is written in place of what is selected. */
export interface Edit {
  from: number
  to: number
  text: string
}

const STEP = '  '

interface Selected {
  text: string
  start: number
  end: number
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

/** A new line begins below the one before it, and deeper where that opens something. */
export function newLine({ text, start, end }: Selected): Edit {
  const line = text.slice(lineStart(text, start), start)
  const { lead = '', dash = '' } = /^(?<lead>\s*)(?<dash>(?:-\s+)*)/.exec(line)?.groups ?? {}
  const isOpening = /:\s*$/.test(line)
  const indent = isOpening ? `${lead}${' '.repeat(dash.length)}${STEP}` : lead
  return { from: start, to: end, text: `\n${indent}` }
}

/** Moves the lines that are selected one step in or out; a place without a selection gets the step itself. */
export function shift({ text, start, end }: Selected, isOut: boolean): Edit | undefined {
  if (start === end && !isOut) return { from: start, to: end, text: STEP }
  const from = lineStart(text, start)
  const lines = text.slice(from, end).split('\n')
  const moved = lines.map((line) => (isOut ? line.replace(/^ {1,2}/, '') : line === '' ? line : STEP + line))
  const next = moved.join('\n')
  return next === lines.join('\n') ? undefined : { from, to: end, text: next }
}
