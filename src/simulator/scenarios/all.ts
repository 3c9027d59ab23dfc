import type { Scenario } from '#src/simulator/stage.ts'
import { chat, chatButton, releaseStatus } from './chat.ts'
import { knowledgeIssue, notes, push } from './knowledge.ts'
import { meeting } from './meeting.ts'
import { mail, messaging, teamChat, telegram } from './messengers.ts'
import { issue, propertySystem, tracing } from './operator.ts'
import { voiceCall, voiceTool } from './voice.ts'

/** One for each outside system. */
export const SCENARIOS: readonly Scenario[] = [
  voiceCall,
  voiceTool,
  chat,
  chatButton,
  releaseStatus,
  telegram,
  teamChat,
  mail,
  messaging,
  meeting,
  notes,
  push,
  knowledgeIssue,
  issue,
  propertySystem,
  tracing,
]
