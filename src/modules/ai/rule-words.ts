/** Words that ask, and tell nothing apart. */
const ASKING = new Set(
  `a about all also an and any are as at be been by can check could count current currently did display do does fetch
  find for from full get give got had has have hello hey hi how i in is it its just kindly know let list look looking
  many me my now of on only our overview please read right see shall should show so some summary tell thank thanks that
  the their them there these they this those to up us view want was we were what when which will with would you
  your`.split(/\s+/),
)

/** Words that tell nothing apart where they stand so, and might elsewhere: `homes like Casa Azul`. */
const PHRASES = new RegExp(
  [
    String.raw`\b(?:i|we)(?:['’]d| would) (?:like|love)\b`,
    String.raw`\b(?:i|we) need\b`,
    String.raw`\bin total\b|\b(?:total )?number of\b|\bnames? of\b`,
    String.raw`\b(?:the|our|my) (?:whole |entire )?(?:team|company|business)(?:['’]s)?(?![\p{L}-])`,
    String.raw`\bwe (?:manage|run|operate|look after|use)\b`,
    String.raw`\bopen (?=(?:the|my|our)\b)`,
    String.raw`\bat the moment\b|\bif (?:possible|you can)\b`,
  ].join('|'),
  'giu',
)

const GREETINGS = 'hi|hello|hey|good (?:morning|afternoon|evening|day)|thank you|thanks?'
const GREETING = new RegExp(
  String.raw`^\s*(?:(?:${GREETINGS})(?: (?:there|all|again|everyone|team)| \p{L}+(?=[,.!]))?(?:[\s,.!]+|$))+`,
  'iu',
)
const ONLY_GREETING = new RegExp(String.raw`^\s*(?:${GREETINGS}|help)\b[^a-z]*$`, 'i')

export function isGreeting(text: string): boolean {
  return ONLY_GREETING.test(text)
}

export function withoutGreeting(text: string): string {
  return text.replace(GREETING, '')
}

/** How a part of a sentence begins, or what it has, when it may tell things apart: `I only want those with a pool`. */
const TELLING =
  /^\s*(?:about|after|among|apart|as|at|before|besides|between|by|concerning|for|from|in|of|on|or|other|regarding|since|under|until)\b|\b(?:about|but|care|except|interested|just|looking|mean|need|not|only|ones?|those|want|with|without)\b|n['’]t\b/i
const SENTENCE = /\b(?:i|we|you|is|are|was|were|has|have|do|does|did|will|can)\b|['’](?:s|re|ve|m)\b|n['’]t\b/i
const REASON = /^\s*(?:and )?(?:because|i|so|we)\b/i

/**
 * What can tell things apart: not what is said ahead of the question, as in `the guests are angry, which tasks are
 * late?`, nor why it is asked. A bare name ahead of it, as in `Casa Azul: which tasks are open?`, may.
 */
function tellingIn(text: string, isOwn: (word: string) => boolean): string {
  const parts = text.split(/[,.;:!?\n]+/)
  const hasOwn = (part: string) => wordsIn(part).some(isOwn)
  const asked = parts.findIndex(hasOwn)
  const isAside = (part: string, index: number) =>
    !hasOwn(part) && !TELLING.test(part) && (REASON.test(part) || (index < asked && SENTENCE.test(part)))
  return parts.filter((part, index) => !isAside(part, index)).join(', ')
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/gu) ?? []
}

/**
 * The first word that was not understood in what is left of a question, when all that tells things apart was taken out.
 * To leave it out would answer another question. `own` are the words for what is asked about.
 */
export function unknownIn(rest: string, own: string): string | undefined {
  const known = new Set(own.split(/\s+/))
  const isKnown = (word: string) => ASKING.has(word) || known.has(word)
  const plain = tellingIn(rest.replace(PHRASES, ' '), (word) =>
    word
      .toLowerCase()
      .split('-')
      .some((piece) => known.has(piece)),
  )
    .replace(/(?<=\b(?:are|is|have|has|do|does|did|was|were))n['’]t\b/gi, ' not')
    .replace(/['’](?:s|re|ve|d|ll|m)\b/gi, '')
  return wordsIn(plain).find((word) => !word.toLowerCase().split('-').every(isKnown))
}
