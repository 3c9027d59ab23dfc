import { pluralIn } from '../../../language/plural.ts'

const plural = pluralIn('en')

export const en = {
  title: 'Today',
  done: (done: number, total: number) => `${done} of ${total} done`,
  dayBefore: 'The day before',
  dayAfter: 'The day after',
  byPerson: 'By person',
  byProperty: 'By property',
  nobody: 'Given to nobody',
  nowhere: 'Without a property',
  anyTime: 'Any time',
  empty: 'Nothing is planned',
  emptyText: 'No task has this date.',
  late: 'late',
  unassigned: 'given to nobody',
  waiting: 'need approval',
  costs: 'Costs',
  count: (count: number) => plural(count, `${count} task`, `${count} tasks`),
  assign: (shortId: string) => `Give ${shortId} to somebody`,
}

export type TodayWords = typeof en
