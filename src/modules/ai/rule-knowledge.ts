import { searchLetters } from '#core/search-letters.ts'
import { answerOf, itemsOf, textIn, type Intent } from './rule-reply.ts'
import { tidied } from './rule-slot.ts'

type Item = Record<string, unknown>

const PASSAGE_MAX = 600
/** Enough that the opening of an article is among its passages. */
const HITS = 6
const NAMED_MAX = 3
const LOOK_UP =
  /^\s*(?:please |can you |could you )*(?:look up|look for|search(?: the)?(?: knowledge(?: base)?)?(?: for)?|find(?: out)?(?: in the knowledge base)?|check the (?:manual|knowledge base|guide)(?: for)?)\b(?:(?: the| an?)? (?:articles?|entry|page|passage)(?: about| on| for)?\b)?/i
const HOW =
  /\bhow (?:do|does|can|should|to|are|is)\b|\bwhere (?:do|does|can|is|are|should)\b|\bwhat (?:do|should) (?:i|we|guests?) do\b|\bwhat (?:happens )?(?:if|when)\b|\b(?:anything|known?|written|says?) about\b|\b(?:instructions?|polic(?:y|ies)|procedure|rules?|manual|guide|article|knowledge base|wi-?fi|password|parking|rubbish|recycling|check-?(?:in|out) time)\b/i

const SOURCE = String.raw`(?:the |our |your )?(?:knowledge base|manual|guide|handbook|articles?)`
/** How questions begin: the search would find passages by such words. */
const HEAD = new RegExp(
  String.raw`^(?:${[
    'please|can you|could you|would you',
    `what (?:do|does|did) ${SOURCE} (?:say|tell(?: me| us)?|know|have|mention)`,
    'what (?:do|does) (?:we|you|i) (?:know|say|have)',
    '(?:tell|show|give|remind) (?:me|us)(?: (?:more|something|everything|all))?',
    String.raw`(?:i|we)(?: want| need|['’]d like| would like) to`,
    String.raw`what(?:['’]s| is| are)`,
    `(?:is|are) there|do (?:we|you) have|does ${SOURCE} (?:say|have|know)`,
    'how (?:do|can|could|should|would) (?:i|we|you)|how to',
    'anything|something|say|tell|get|do|know|find(?: out)?|look(?: up| for| at)?|see|read',
    'about|regarding|concerning|on|of|the|an?|our|any|some',
  ].join('|')})\s+`,
  'i',
)
const TAIL = new RegExp(String.raw`\s+(?:in|from|according to) ${SOURCE}\W*$`, 'i')

/** What is asked about, as the search is given it: articles write `check-out`, and `checkout` would find little of them. */
function topicIn(text: string): string {
  let topic = tidied(
    text
      .replace(LOOK_UP, ' ')
      .replace(TAIL, '')
      .replace(/\bcheck(in|out)(?=s?\b)/gi, 'check-$1'),
  )
  for (;;) {
    const next = topic.replace(HEAD, '')
    if (next === topic) return topic
    topic = next
  }
}

const IDLE = new Set(
  `a about after all also an and any anything are as at be been before but by can could did do does find for from get
  getting give go goes got had happen happens has have how i if in is it its know look make makes making may me more must
  my need needs no not of off on or our out put say says see should show so some something take takes tell than that the
  their them then there these they this those to up us use want was we were what when where which who why will with would
  you your`.split(/\s+/),
)

/** Words that half of all articles have: they tell only where nothing else does. */
const COMMON = new Set(
  `apartment article base day flat guest guide home house information instruction knowledge manual people policies policy
  procedure properties property rule time work`.split(/\s+/),
)

/** Word by word without endings, so that `checking out` is `check-out`. */
function stemsIn(text: string): Set<string> {
  const plain = searchLetters(text)
    .replace(/\bcheck(?:s|ed|ing)?[- ]?(in|out)s?\b/g, 'check$1')
    .replace(/\barriv(?:als?|ing)\b/g, 'checkin')
    .replace(/\bdepart(?:ures?|ing)\b/g, 'checkout')
    .replace(/['’]s\b/g, '')
  // `wi-fi` is `wifi`, and `boiler-room` has to do with boilers.
  const words = (plain.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []).flatMap((word) =>
    word.includes('-') ? [word.replaceAll('-', ''), ...word.split('-')] : [word],
  )
  return new Set(words.filter((word) => !IDLE.has(word)).map(stemOf))
}

function stemOf(word: string): string {
  return word.replace(/(?<=^...+?)(?:ings?|ers?|ed|ies|es|s|e|y)$/u, '').replace(/(\p{L})\1$/u, '$1')
}

const COMMON_STEMS = new Set([...COMMON].map(stemOf))

/** Of a text, how many of the words it has that tell what is asked about. */
function sharedWith(topic: string): (text: string) => number {
  const stems = stemsIn(topic)
  const rare = [...stems].filter((stem) => !COMMON_STEMS.has(stem))
  const telling = rare.length > 0 ? rare : [...stems]
  return (text) => {
    const own = stemsIn(text)
    return telling.filter((stem) => own.has(stem)).length
  }
}

interface Found {
  hit: Item
  title: string
  /** How many of the telling words it has, and how many of them its title. */
  words: number
  titleWords: number
}

/** What shares no word with what is asked is about something else: a search by meaning finds the nearest, however far. */
function foundIn(hits: readonly Item[], topic: string): Found[] {
  const shared = sharedWith(topic)
  return hits
    .map((hit) => {
      const title = textIn(hit, 'title')
      const words = shared([title, headingOf(hit), textIn(hit, 'passage')].join('\n'))
      return { hit, title, words, titleWords: shared(title) }
    })
    .filter(({ words }) => words > 0)
}

/**
 * The first, but for an article that has as many of the words and more of them in its title: others only mention what it
 * is about. Of the article the opening, where that has as many too: it tells the most.
 */
function bestOf([first, ...others]: readonly Found[]): Item | undefined {
  if (!first) return undefined
  const equals = [first, ...others.filter(({ words }) => words >= first.words)]
  const named = equals.reduce((best, each) => (each.titleWords > best.titleWords ? each : best))
  const isOpening = ({ hit }: Found) =>
    textIn(hit, 'articleId') === textIn(named.hit, 'articleId') && headingOf(hit) === ''
  return (equals.find((each) => isOpening(each) && each.words >= named.words) ?? named).hit
}

function headingOf(hit: Item): string {
  return Array.isArray(hit['headingPath']) ? hit['headingPath'].join(' › ') : ''
}

function namesOf(titles: readonly string[], but = ''): string {
  return [...new Set(titles)]
    .filter((title) => title !== but)
    .slice(0, NAMED_MAX)
    .join(', ')
}

/** What is near by its meaning may be it, in other words: it is named, and not taken for the answer. */
function nothingAbout(topic: string, near: string): string {
  const nothing = `The knowledge base has nothing about "${topic}".`
  return near === '' ? nothing : `${nothing} Nearest by meaning: ${near}.`
}

export const lookUp: Intent = {
  example: 'How do I reset the boiler?',
  tools: ['search_knowledge'],
  isMeant: (text) => LOOK_UP.test(text) || HOW.test(text),
  reply(turn) {
    const q = topicIn(turn.text) || turn.text
    const answer = answerOf(turn, 'search_knowledge')
    if (!answer) return { calls: [{ tool: 'search_knowledge', input: { q: q.slice(0, 400), limit: HITS } }] }
    const hits = itemsOf(answer)
    const found = foundIn(hits, q)
    const best = bestOf(found)
    if (!best) return { text: nothingAbout(q, namesOf(hits.map((hit) => textIn(hit, 'title')))) }
    const title = textIn(best, 'title')
    const more = namesOf(
      found.map((each) => each.title),
      title,
    )
    const source = [title, headingOf(best)].filter(Boolean).join(' › ')
    const passage = textIn(best, 'passage')
    const quoted = passage.length > PASSAGE_MAX ? `${passage.slice(0, PASSAGE_MAX)} …` : passage
    return {
      text: [`From "${source}":`, quoted, ...(more === '' ? [] : [`See also: ${more}.`])].join('\n\n'),
    }
  },
}
