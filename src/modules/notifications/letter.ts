import { cleanLines, oneLine, shortened } from '#core/plain-text.ts'
import { dayIn } from '#core/zoned-time.ts'
import type { MailFacts } from './email.queries.ts'
import type { NotificationKind } from './notification.schema.ts'
import { fullyOn, sentenceOf, spokenOn } from './wording.rules.ts'

/** What a mail says, before it has a form. Every text is clean: one line, or lines where that is said. */
export interface Letter {
  subject: string
  sender: string
  label: string
  isUrgent: boolean
  title: string
  sentence: string
  facts: { label: string; text: string }[]
  /** Lines. */
  quote: string | undefined
  /** Lines. */
  description: string | undefined
  button: { text: string; url: string } | undefined
  reason: string
  preferencesUrl: string | undefined
}

export const LABELS: Record<NotificationKind, string> = {
  assigned: 'New work for you',
  completed: 'Done',
  rescheduled: 'New date',
  urgent: 'Urgent',
  deleted: 'Cancelled',
  commented: 'New comment',
  approval: 'Your answer is asked',
  sign_in: 'New sign-in',
  workflow_off: 'Automation turned off',
}

const PRIORITY_WORDS: Record<string, string> = { HIGH: 'High', URGENT: 'Urgent' }

const TITLE_LENGTH_MAX = 100
const DESCRIPTION_LENGTH_MAX = 600
const DESCRIPTION_LINES_MAX = 8

export function letterOf(facts: MailFacts, { appUrl, now }: { appUrl: string; now: Date }): Letter {
  const today = dayIn(facts.timezone, now)
  const place = facts.propertyName === null ? undefined : oneLine(facts.propertyName)
  const workspace = `${appUrl}/w/${facts.workspaceId}`
  return {
    subject: subjectOf(facts, today, place),
    sender: oneLine(facts.workspaceName),
    label: LABELS[facts.kind],
    isUrgent: facts.priority === 'URGENT' && facts.kind !== 'completed' && facts.kind !== 'deleted',
    title: oneLine(facts.title),
    sentence: sentenceOf(facts, spokenOn(today)),
    facts: rowsOf(facts, today, place),
    quote: typeof facts.details['excerpt'] === 'string' ? facts.details['excerpt'] : undefined,
    description: facts.description === null ? undefined : firstLines(facts.description),
    // A vendor has no account, and a page that asks for one would only be in the way.
    button:
      facts.isVendor || facts.kind === 'deleted'
        ? undefined
        : { text: 'Open the task', url: `${workspace}/tasks/${facts.taskId}` },
    reason: reasonOf(facts),
    preferencesUrl: facts.isVendor ? undefined : `${workspace}/notifications/preferences`,
  }
}

/** `TK-214 · Fix the boiler · Casa Azul, tomorrow 10:00`, after a word for what is not new work. */
function subjectOf(facts: MailFacts, today: string, place: string | undefined): string {
  const { kind, priority, scheduledDate, scheduledTime } = facts
  const when = scheduledDate === null ? undefined : spokenOn(today)(scheduledDate, scheduledTime)
  const whereAndWhen = [place, when].filter((part) => part !== undefined).join(', ')
  const said = kind === 'assigned' ? (priority === 'URGENT' ? 'Urgent: ' : '') : `${LABELS[kind]}: `
  const title = shortened(oneLine(facts.title), TITLE_LENGTH_MAX)
  return said + [facts.shortId, title, whereAndWhen].filter((part) => part !== '').join(' · ')
}

function rowsOf(facts: MailFacts, today: string, place: string | undefined): Letter['facts'] {
  const { scheduledDate, scheduledTime, propertyAddress, priority } = facts
  const address = propertyAddress === null ? undefined : oneLine(propertyAddress)
  const where = [place, address].filter((part) => part !== undefined).join(' · ')
  const rows = [
    { label: 'Where', text: where },
    { label: 'When', text: scheduledDate === null ? '' : fullyOn(today)(scheduledDate, scheduledTime) },
    { label: 'Before', text: beforeOf(facts, today) },
    { label: 'Priority', text: PRIORITY_WORDS[priority] ?? '' },
    { label: 'Team', text: oneLine(facts.departmentName) },
    { label: 'Task', text: facts.shortId },
  ]
  return rows.filter(({ text }) => text !== '')
}

function beforeOf({ kind, details }: MailFacts, today: string): string {
  const { scheduledDateBefore: date, scheduledTimeBefore: time } = details
  if (kind !== 'rescheduled' || typeof date !== 'string') return ''
  return fullyOn(today)(date, typeof time === 'string' ? time : null)
}

export function firstLines(text: string): string | undefined {
  const lines = cleanLines(text).split('\n')
  const kept = shortened(lines.slice(0, DESCRIPTION_LINES_MAX).join('\n'), DESCRIPTION_LENGTH_MAX)
  if (kept === '') return undefined
  return lines.length > DESCRIPTION_LINES_MAX && !kept.endsWith('…') ? `${kept}\n…` : kept
}

function reasonOf({ kind, details, isVendor, workspaceName, recipientName }: MailFacts): string {
  const workspace = oneLine(workspaceName)
  const isTakenOff = details['reason'] === 'taken_off'
  if (isVendor)
    return `${workspace} ${isTakenOff ? 'had given' : 'gave'} this work to ${oneLine(recipientName ?? 'you')}.`
  if (details['isOrphaned'] === true) return `You look after urgent tasks at ${workspace} that nobody is on.`
  if (kind === 'commented') return `You are on this task at ${workspace}, or have commented on it.`
  return `This task ${isTakenOff ? 'was' : 'is'} assigned to you at ${workspace}.`
}
