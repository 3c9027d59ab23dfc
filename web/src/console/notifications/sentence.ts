import type { Notification } from '../../../../src/modules/notifications/notification.schema.ts'
import type { Format } from '../../language/format.ts'
import type { NotificationsWords } from './words/en.ts'

const WHY_OFF: Record<string, 'closed' | 'rejected' | 'takenOff'> = {
  closed: 'closed',
  rejected: 'rejected',
  taken_off: 'takenOff',
}

const WHY_ON: Record<string, 'openedAgain' | 'restored'> = { opened_again: 'openedAgain', restored: 'restored' }

/** What happened and who did it, in the words of the reader. */
export function sentenceOf(
  { kind, actor, details, message }: Notification,
  { says }: NotificationsWords,
  format: Format,
): string {
  const { name } = actor
  switch (kind) {
    case 'commented':
      return typeof details['excerpt'] === 'string' && details['excerpt'] !== ''
        ? says.commentedThat(name, details['excerpt'])
        : says.commented(name)
    case 'urgent':
      return details['isOrphaned'] === true ? says.orphaned(name) : says.urgent(name)
    case 'approval':
      return details['isReminder'] === true ? says.reminder : says.approval
    case 'sign_in':
      return says.signIn(typeof details['program'] === 'string' ? details['program'] : '')
    case 'workflow_off':
      return says.workflowOff
    case 'rescheduled':
      return movedTo(name, details, says, format)
    case 'deleted':
      return says[WHY_OFF[String(details['reason'])] ?? 'deleted'](name)
    case 'assigned':
      return says[WHY_ON[String(details['reason'])] ?? 'assigned'](name)
    case 'completed':
      return says.completed(name)
    default:
      // A kind from a later release: a page can stay open while servers are upgraded.
      return message
  }
}

function movedTo(
  name: string,
  { scheduledDate: date, scheduledTime: time, scheduledDateBefore: before }: Notification['details'],
  says: NotificationsWords['says'],
  format: Format,
): string {
  if (typeof date !== 'string') return says.unplanned(name)
  const when = [format.shortDay(date), typeof time === 'string' ? format.time(time) : ''].join(' ').trim()
  return typeof before === 'string' ? says.moved(name, when) : says.planned(name, when)
}
