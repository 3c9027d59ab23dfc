import { oneLine, shortened } from '#core/plain-text.ts'
import type { MeetingLine } from './meeting.schema.ts'

const ASKED_MAX = 20
const TASK_LENGTH_MAX = 200

/** How people ask for something to be done, in the languages of most of our meetings. */
const ASKS =
  /\b(please|can you|could you|we need to|needs? to|ha(?:s|ve) to|must|to-?do|action item|don['’]t forget|make sure|por favor|hay que|tenemos que|precisamos|bitte|müssen|il faut)\b/i

export interface Summary {
  summary: string
  /** What somebody asked for, as said: tasks to be proposed. */
  asked: { speaker: string; text: string }[]
}

/** What can be said of a meeting without understanding it. */
export function summaryOf(lines: readonly MeetingLine[]): Summary {
  const asked = lines
    .flatMap(({ speaker, text }) => sentencesOf(text).map((sentence) => ({ speaker, text: sentence })))
    .filter(({ text }) => ASKS.test(text) && text.split(' ').length >= 3)
    .slice(0, ASKED_MAX)
  const speakers = [...new Set(lines.map(({ speaker }) => speaker))]
  const minutes = Math.max(1, Math.round((lines.at(-1)?.beginsAtSeconds ?? 0) / 60))
  const parts = [
    lines.length === 0 ? 'Nothing was heard.' : `${speakers.join(', ')} spoke for about ${minutes} min.`,
    asked.length > 0 ? `Asked for:\n${asked.map(({ speaker, text }) => `- ${speaker}: ${text}`).join('\n')}` : '',
    'Made by rules: no model is set up.',
  ]
  return { summary: parts.filter((part) => part !== '').join('\n\n'), asked }
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => shortened(oneLine(sentence), TASK_LENGTH_MAX))
    .filter((sentence) => sentence !== '')
}
