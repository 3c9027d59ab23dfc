export type Colour = 'key' | 'text' | 'value' | 'mark' | 'comment' | 'plain'

interface Piece {
  colour: Colour
  text: string
}
/** The pieces of a line. The same line is the same object as before, so that nothing is drawn twice. */
export type ColouredLine = readonly Piece[]

/** A longer one is hardly written by hand, and colours would cost more than they tell. */
const COLOURED_LENGTH_MAX = 1000

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'`
const PIECES = new RegExp(
  [
    String.raw`(?<comment>(?<=^|\s)#.*$)`,
    String.raw`(?<dash>(?<=^\s*(?:-\s+)*)-(?=\s|$))`,
    String.raw`(?<key>(?:${QUOTED}|[\w$./@-][\w$./@ -]*)(?=\s*:(?:\s|$)))`,
    String.raw`(?<text>${QUOTED}|(?<=[\s:,[{]|^)["'].*$)`,
    String.raw`(?<value>(?<=[\s:,[{]|^)(?:true|false|null|~|-?\d+(?:\.\d+)?)(?=\s*(?:[,}\]]|$)))`,
    String.raw`(?<mark>[{}[\],:|>])`,
  ].join('|'),
  'g',
)
/** What follows it deeper than itself is a text, whatever it looks like. */
const BLOCK = /(?:^|[\s:-])[|>][+-]?\d?\s*(?:#.*)?$/

/** YAML, and JSON with it, in colours: line by line and without a parser, so that what is half written has them too. */
export function createColours(): (text: string) => ColouredLine[] {
  let known = new Map<string, ColouredLine>()
  return (text) => {
    const next = new Map<string, ColouredLine>()
    let blockIndent: number | undefined
    const lines = text.split('\n').map((line) => {
      const isBlank = line.trim() === ''
      const indent = line.length - line.trimStart().length
      if (blockIndent !== undefined && !isBlank && indent <= blockIndent) blockIndent = undefined
      const isText = blockIndent !== undefined
      const name = `${isText ? 't' : 'y'}${line}`
      const pieces = next.get(name) ?? known.get(name) ?? (isText ? [{ colour: 'text', text: line }] : piecesOf(line))
      next.set(name, pieces)
      if (!isText && !isBlank && line.length <= COLOURED_LENGTH_MAX && BLOCK.test(line)) blockIndent = indent
      return pieces
    })
    known = next
    return lines
  }
}

function piecesOf(line: string): Piece[] {
  if (line.length > COLOURED_LENGTH_MAX) return [{ colour: 'plain', text: line }]
  const pieces: Piece[] = []
  let at = 0
  const add = (colour: Colour, text: string): void => {
    if (text !== '') pieces.push({ colour, text })
    at += text.length
  }
  for (const { index, groups = {} } of line.matchAll(PIECES)) {
    add('plain', line.slice(at, index))
    const [colour, text = ''] = Object.entries(groups).find(([, found]) => found !== undefined) ?? ['plain']
    add(colour === 'dash' ? 'mark' : (colour as Colour), text)
  }
  add('plain', line.slice(at))
  return pieces
}
