import { pluralIn } from '../../../language/plural.ts'
import type { TodayWords } from './en.ts'

const plural = pluralIn('de')

export const de: TodayWords = {
  title: 'Heute',
  done: (done, total) => `${done} von ${total} erledigt`,
  dayBefore: 'Der Tag davor',
  dayAfter: 'Der Tag danach',
  byPerson: 'Nach Person',
  byProperty: 'Nach Objekt',
  nobody: 'Niemandem gegeben',
  nowhere: 'Ohne Objekt',
  anyTime: 'Jederzeit',
  empty: 'Nichts ist geplant',
  emptyText: 'Keine Aufgabe hat dieses Datum.',
  late: 'überfällig',
  unassigned: 'niemandem gegeben',
  waiting: 'brauchen Freigabe',
  costs: 'Kosten',
  count: (count) => plural(count, `${count} Aufgabe`, `${count} Aufgaben`),
  assign: (shortId) => `${shortId} jemandem geben`,
}
