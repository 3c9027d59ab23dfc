import { lookUp } from './rule-knowledge.ts'
import * as lookups from './rule-lookup.ts'
import type { Intent, RuleReply, RuleTurn, ToolOutcome } from './rule-reply.ts'
import * as tasks from './rule-task.ts'
import * as taskLists from './rule-task-list.ts'
import { isGreeting, withoutGreeting } from './rule-words.ts'

/** The first that is meant is the one: changes before questions, and what is told more exactly before the rest. */
const INTENTS: readonly Intent[] = [
  tasks.createTask,
  tasks.assignTask,
  tasks.commentTask,
  tasks.setStatus,
  lookups.whoIsFree,
  taskLists.showTask,
  taskLists.listTasks,
  lookups.unread,
  lookUp,
  lookups.stays,
  lookups.departments,
  lookups.people,
  lookups.homes,
]

const NO_MODEL =
  'No model is configured, so I cannot answer free questions. An administrator can set one: AI_MODEL_DEFAULT for the whole installation, or the AI settings of the workspace.'
const CAN = /\bwhat can (?:you|i)\b|\bhelp\b/i

/** Changes that no rule makes: words in them must not be taken for a question. */
const CHANGES =
  'delete|erase|wipe|cancel|remove|send|book|change|update|edit|rename|reschedule|move|refund|pay|unlock|write|translate|reply|answer|ignore|disregard|forget|override|bypass'
const BEYOND = new RegExp(String.raw`^\s*(?:please |can you |could you |i want to )*(?:${CHANGES})\b`, 'i')
/** The same behind something else: an article has its words, and is no answer. */
const BEYOND_LATER = new RegExp(String.raw`(?:[,.;:!]|\b(?:and|then|now))\s+(?:please )?(?:${CHANGES})\b`, 'i')
const QUESTION = /^\s*(?:how|where|what|when|which|who|is|are|do|does|can i|can we)\b|\?\s*$/i

/** What to say or to do next. It says only what the tools have said, or what it is itself. */
export function ruleReply(said: RuleTurn): RuleReply {
  if (said.isWithdrawn) return { text: 'All right, I leave it.' }
  const turn = { ...said, text: withoutGreeting(said.text) }
  const trouble = turn.outcomes.find(({ state }) => state !== 'done') ?? turn.outcomes.find(waitsForPerson)
  if (trouble) return { text: troubleText(trouble) }
  const intent = intentOf(turn)
  if (!intent) return { text: smallTalk(said) }
  const missing = intent.tools.find((name) => !turn.tools.has(name))
  if (missing !== undefined) return { text: `I cannot do that here: I do not have the tool ${missing}.` }
  return intent.reply(turn)
}

export function intentOf(turn: RuleTurn): Intent | undefined {
  const { text } = turn
  const intent = BEYOND.test(text) ? undefined : INTENTS.find(({ isMeant }) => isMeant(text, turn))
  return intent === lookUp && BEYOND_LATER.test(text) && !QUESTION.test(text) ? undefined : intent
}

function smallTalk(turn: RuleTurn): string {
  const offer = offerOf(turn)
  const isOffered = isGreeting(turn.text) || CAN.test(turn.text) || offer === NO_MODEL
  return isOffered ? offer : `${NO_MODEL}\n\n${offer}`
}

/** A gated tool may answer with a question to a person in place of its result. */
function waitsForPerson({ value }: ToolOutcome): boolean {
  return typeof value['outcome'] === 'string'
}

function troubleText({ tool, state, value, reason }: ToolOutcome): string {
  const because = reason ? `: ${reason}` : '.'
  if (state === 'denied' || value['outcome'] === 'declined') return `Understood, I have not done it (${tool})${because}`
  if (state === 'failed') return `That did not work (${tool})${because}`
  return `A person has to agree to this first (${tool}).`
}

function offerOf({ tools }: RuleTurn): string {
  const able = INTENTS.filter((intent) => intent.tools.every((name) => tools.has(name)))
  if (able.length === 0) return NO_MODEL
  return ['By fixed rules I can do things like these:', ...able.map(({ example }) => `- ${example}`)].join('\n')
}
