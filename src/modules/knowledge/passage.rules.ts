import { MARKS } from './search.schema.ts'

/** A piece of an article that can be found and quoted, with the headings it stands under. */
export interface Passage {
  headingPath: string[]
  text: string
}

interface Section {
  level: number
  heading: string
  path: string[]
  lines: string[]
}

const WORDS_ENOUGH = 120
const WORDS_MAX = 200
/** For texts that hardly have words: a long number, a script without blanks. */
const CHARACTERS_MAX = 2000

/** The languages that PostgreSQL can stem; others are searched by the words as they are. */
const CONFIGS: Record<string, string> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  nb: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

export function searchConfigOf(language: string): string {
  const [code = ''] = language.split('-')
  return Object.hasOwn(CONFIGS, code) ? (CONFIGS[code] ?? 'simple') : 'simple'
}

/** The headings of a Markdown text, in their order. */
export function headingsOf(body: string): { level: number; heading: string }[] {
  return sectionsOf(body)
    .filter(({ level }) => level > 0)
    .map(({ level, heading }) => ({ level, heading }))
}

/** The text without its marks, in pieces of about 120 to 200 words that keep to sections and sentences. */
export function passagesOf({ title, body }: { title: string; body: string }): Passage[] {
  const passages = sectionsOf(body).flatMap(({ path, lines }) =>
    piecesOf(plainText(lines.join('\n'))).map((text) => ({ headingPath: path, text })),
  )
  return passages.length > 0 ? passages : [{ headingPath: [], text: title }]
}

/** The lines up to the first heading are a section without one. A heading inside of a code block is none. */
function sectionsOf(body: string): Section[] {
  const sections: Section[] = [{ level: 0, heading: '', path: [], lines: [] }]
  /** Those that the next heading may stand under. */
  const open: Section[] = []
  let fence: string | undefined
  for (const line of body.split(/\r\n|\r|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3)
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined
    const [, marks = '', text = ''] = (fence === undefined && /^ {0,3}(#{1,6})[ \t]+([^]*)$/.exec(line)) || []
    if (marks === '') sections.at(-1)?.lines.push(line)
    else {
      while ((open.at(-1)?.level ?? 0) >= marks.length) open.pop()
      const heading = plainText(text.replace(/(?<![ \t])[ \t]+#+[ \t]*$/, ''))
      const section = { level: marks.length, heading, path: [...(open.at(-1)?.path ?? []), heading], lines: [] }
      open.push(section)
      sections.push(section)
    }
  }
  return sections
}

/** What a reader sees of Markdown. Marks of the search are taken out too, so that a text cannot bring its own. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(MARKS.start, '')
    .replaceAll(MARKS.end, '')
    .replaceAll(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, '')
    .replaceAll(/!?\[([^[\]\n]{0,500})\]\([^()[\]\s]{0,1000}\)/g, '$1')
    .replaceAll(/^ {0,3}>[ \t]?/gm, '')
    .replaceAll(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/gm, '')
    .replaceAll(/^[-*_|: \t]{3,}$/gm, '')
    .replaceAll(/\*\*|__|~~|`/g, '')
    .replaceAll(/(?<=^|\s)[*_](?=\S)|(?<=\S)[*_](?=\s|$|[.,;:!?])/gm, '')
    .trim()
}

/** Whole paragraphs where they fit, else sentences, else words. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  const flush = () => {
    if (piece.trim() !== '') pieces.push(piece.trim())
    piece = ''
  }
  for (const paragraph of text.split(/\n[ \t]*\n/)) {
    for (const sentence of sentencesOf(paragraph.replaceAll(/\s+/g, ' ').trim())) {
      if (wordCount(piece) + wordCount(sentence) > WORDS_MAX || piece.length + sentence.length > CHARACTERS_MAX) flush()
      piece += `${sentence} `
    }
    piece = piece.trim() === '' ? '' : `${piece.trim()}\n`
    if (wordCount(piece) >= WORDS_ENOUGH) flush()
  }
  flush()
  return pieces
}

function sentencesOf(paragraph: string): string[] {
  return paragraph.split(/(?<=[.!?…])\s+|(?<=[。！？])/).flatMap((sentence) => {
    if (wordCount(sentence) <= WORDS_MAX && sentence.length <= CHARACTERS_MAX) return [sentence]
    return runsOf(sentence)
  })
}

/** A sentence that is longer than a passage may be, in runs of words; a word that is longer, in parts. */
function runsOf(sentence: string): string[] {
  const runs: string[][] = [[]]
  for (const word of sentence.split(' ').flatMap(partsOf)) {
    const last = runs.at(-1) ?? []
    const isFull = last.length >= WORDS_MAX || last.join(' ').length + word.length >= CHARACTERS_MAX
    if (isFull && last.length > 0) runs.push([word])
    else last.push(word)
  }
  return runs.map((run) => run.join(' '))
}

function partsOf(word: string): string[] {
  if (word.length < CHARACTERS_MAX / 2) return [word]
  const letters = Array.from(word)
  const size = CHARACTERS_MAX / 4
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, index) =>
    letters.slice(index * size, (index + 1) * size).join(''),
  )
}

function wordCount(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}
