/** Letters that are more than a plain one with a mark, and the apostrophe that phones write. */
const SPELT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  '’': "'",
}
const SPELT_LETTERS = new RegExp(`[${Object.keys(SPELT).join('')}]`, 'g')
const MARKS_OF_LATIN = /(?<=[a-z])[\u0300-\u036f]+/g

/**
 * A text as it is searched: in small letters, those of Latin script without marks, since nobody types them to find
 * something. Other scripts keep theirs. The database has the same as `search_letters`, but for the small letters; see
 * docs/decisions/0046-search-letters.md before a change.
 */
export function searchLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(SPELT_LETTERS, (letter) => SPELT[letter] ?? letter)
    .replace(MARKS_OF_LATIN, '')
    .normalize('NFC')
}
