import { languageOf } from './inbox-language.ts'
import { BARE_NEEDS, CATEGORY_WORDS, FOR_PEOPLE, HURRY, NEGATIVE, POSITIVE } from './inbox-words.ts'
import type { InboxCategory, InboxClassification } from './inbox.schema.ts'

/** Only so much of a message is looked at. */
const TEXT_LENGTH_MAX = 5000
const TITLE_LENGTH_MAX = 120

/** Sorts a message of a guest by words alone. It says how sure it is, and leaves to people what rules cannot judge. */
export function classifyByRules(text: string): InboxClassification {
  const said = plain(text)
  const { language, confidence: languageConfidence } = languageOf(text.slice(0, TEXT_LENGTH_MAX))
  const found = CATEGORY_WORDS.filter(({ words }) => words.test(said)).map(({ category }) => category)
  const sentiment = sentimentOf(said)
  const category = found[0] ?? openCategory(text, said, sentiment)
  const urgency = urgencyOf(category, said)
  const confidence = confidenceOf(found, category, languageConfidence)
  return {
    category,
    urgency,
    sentiment,
    language,
    needs_human: needsHuman(category, { urgency, sentiment, confidence, said }),
    confidence,
    task_suggestion: taskFor(category, urgency, text),
  }
}

/** Small letters without accents and apostrophes, so that `it’s` and `nao` are found as they are listed. */
function plain(text: string): string {
  return text
    .slice(0, TEXT_LENGTH_MAX)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[\s'’`´]+/g, ' ')
}

function sentimentOf(said: string): InboxClassification['sentiment'] {
  if (NEGATIVE.test(said)) return 'negative'
  return POSITIVE.test(said) ? 'positive' : 'neutral'
}

/** Where no subject is recognised: a complaint or praise by its tone, a question by its mark. */
function openCategory(text: string, said: string, sentiment: InboxClassification['sentiment']): InboxCategory {
  if (sentiment === 'negative') return 'complaint'
  if (/[?？؟]/.test(text)) return 'question'
  return sentiment === 'positive' && said.length > 0 ? 'praise' : 'other'
}

function urgencyOf(category: InboxCategory, said: string): InboxClassification['urgency'] {
  const isHurried = HURRY.test(said)
  if (category === 'emergency') return 'urgent'
  if (category === 'access') return isHurried ? 'urgent' : 'high'
  if (category === 'maintenance' && BARE_NEEDS.test(said)) return isHurried ? 'urgent' : 'high'
  if (isHurried && category !== 'praise') return 'high'
  return category === 'praise' || category === 'other' ? 'low' : 'normal'
}

/** One subject is clear, several are less so, none is a guess. An unknown language means that words were not seen. */
function confidenceOf(found: readonly InboxCategory[], category: InboxCategory, languageConfidence: number): number {
  const base = found.length === 0 ? (category === 'other' ? 0.3 : 0.5) : found.length === 1 ? 0.75 : 0.65
  const certainty = found.length > 0 ? 1 : Math.max(0.5, languageConfidence)
  return Math.round(base * certainty * 100) / 100
}

function needsHuman(
  category: InboxCategory,
  {
    urgency,
    sentiment,
    confidence,
    said,
  }: Pick<InboxClassification, 'urgency' | 'sentiment' | 'confidence'> & { said: string },
): boolean {
  if (urgency === 'urgent' || sentiment === 'negative' || confidence < 0.6) return true
  return ['cancellation', 'payment', 'booking_change', 'complaint'].includes(category) || FOR_PEOPLE.test(said)
}

type Suggestion = NonNullable<InboxClassification['task_suggestion']>

const DEPARTMENT_OF: Partial<Record<InboxCategory, Suggestion['department']>> = {
  emergency: 'maintenance',
  access: 'guest_relations',
  maintenance: 'maintenance',
  wifi: 'maintenance',
  cleanliness: 'housekeeping',
  noise: 'guest_relations',
}

/** For what somebody has to see to. The title is the guest's own sentence: rules do not sum up. */
function taskFor(
  category: InboxCategory,
  urgency: InboxClassification['urgency'],
  text: string,
): InboxClassification['task_suggestion'] {
  const department = DEPARTMENT_OF[category]
  if (!department) return null
  const priority = urgency === 'urgent' ? 'URGENT' : urgency === 'high' ? 'HIGH' : 'NORMAL'
  return { title: titleOf(text), priority, department }
}

const GREETING =
  /^(?:hi|hello|hey|dear|good|ola|olá|bom|boa|hola|buen[oa]s|bonjour|bonsoir|salut|hallo|guten|ciao|buongiorno|buonasera)\b[^.!?\n]{0,40}[,.!\n]/iu

function titleOf(text: string): string {
  const line = text.slice(0, TEXT_LENGTH_MAX).trim().replace(GREETING, '').replace(/\s+/g, ' ').trim()
  const sentence = /^.{3,}?(?=[.!?](?:\s|$)|$)/u.exec(line)?.[0] ?? line
  if (sentence.length <= TITLE_LENGTH_MAX) return sentence || 'Look at the message'
  return `${sentence.slice(0, TITLE_LENGTH_MAX - 2).trimEnd()} …`
}
