/** Words that ask, and tell nothing apart. */
const ASKING = new Set(
  `a about all also an and any are as at be been by can check could count currently did display do does fetch find
  for from full get give got had has have hello hey hi how i in is it its just kindly know let list look many me
  now of on only our please read right see shall should show so some tell thank thanks that the their them there
  these they this those to up us view want was we were what when which will with would you your`.split(/\s+/),
)

/**
 * The first word that was not understood in what is left of a question, when all that tells things apart was taken out.
 * To leave it out would answer another question. `own` are the words for what is asked about.
 */
export function unknownIn(rest: string, own: string): string | undefined {
  const known = new Set(own.split(/\s+/))
  const isKnown = (word: string) => ASKING.has(word) || known.has(word)
  const plain = rest
    .replace(/(?<=\b(?:are|is|have|has|do|does|did|was|were))n['’]t\b/gi, ' not')
    .replace(/['’](?:s|re|ve|d|ll|m)\b/gi, '')
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/gu) ?? []
  return words.find((word) => !word.toLowerCase().split('-').every(isKnown))
}
