import { pluralIn } from '../../../language/plural.ts'

const plural = pluralIn('en')

export const en = {
  title: 'Today',
  done: (done: number, total: number) => `${done} of ${total} done`,
  dayBefore: 'The day before',
  dayAfter: 'The day after',
  week: 'The week',
  viewsLabel: 'What the day is seen by',
  views: { person: 'By person', property: 'By property', timeline: 'Timeline', map: 'Map' },
  blocked: 'Blocked',
  blockedCount: 'blocked',
  timelineHint: 'Drag work to another person or hour, or carry it with Shift and the arrow keys.',
  mapAll: 'All of the day',
  mapList: 'Work at these properties',
  mapWhole: 'Whole map',
  mapHomes: (count: number) => plural(count, `${count} property`, `${count} properties`),
  notOnMap: 'Not on the map: these properties have no coordinates',
  mapEmpty: 'No property has coordinates yet',
  mapEmptyText: 'Give a property its latitude and longitude, and it is shown here.',
  keys: {
    hour: 'Carry work a quarter of an hour',
    person: 'Carry work to another person',
    before: 'Move work to the day before',
    after: 'Move work to the day after',
  },
  nobody: 'Given to nobody',
  nowhere: 'Without a property',
  anyTime: 'Any time',
  empty: 'Nothing is planned',
  emptyText: 'No task has this date.',
  late: 'late',
  unassigned: 'given to nobody',
  waiting: 'need approval',
  costs: 'Costs still planned',
  count: (count: number) => plural(count, `${count} task`, `${count} tasks`),
  assign: (shortId: string) => `Give ${shortId} to somebody`,
}

export type TodayWords = typeof en
