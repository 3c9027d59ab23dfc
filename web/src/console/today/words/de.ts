import { pluralIn } from '../../../language/plural.ts'
import type { TodayWords } from './en.ts'

const plural = pluralIn('de')

export const de: TodayWords = {
  title: 'Heute',
  done: (done, total) => `${done} von ${total} erledigt`,
  dayBefore: 'Der Tag davor',
  dayAfter: 'Der Tag danach',
  week: 'Die Woche',
  viewsLabel: 'Wonach der Tag geordnet ist',
  views: { person: 'Nach Person', property: 'Nach Unterkunft', timeline: 'Zeitleiste', map: 'Karte' },
  blocked: 'Blockiert',
  blockedCount: 'blockiert',
  timelineHint:
    'Ziehen Sie Arbeit zu einer anderen Person oder Stunde, oder tragen Sie sie mit Umschalt und den Pfeiltasten.',
  mapAll: 'Der ganze Tag',
  mapList: 'Arbeit in diesen Unterkünften',
  mapWhole: 'Ganze Karte',
  mapHomes: (count: number) => plural(count, `${count} Unterkunft`, `${count} Unterkünfte`),
  notOnMap: 'Nicht auf der Karte: Diese Unterkünfte haben keine Koordinaten',
  mapEmpty: 'Noch keine Unterkunft hat Koordinaten',
  mapEmptyText: 'Sobald eine Unterkunft Längen- und Breitengrad hat, erscheint sie hier.',
  keys: {
    hour: 'Arbeit um eine Viertelstunde verschieben',
    person: 'Arbeit zu einer anderen Person tragen',
    before: 'Arbeit auf den Tag davor legen',
    after: 'Arbeit auf den Tag danach legen',
  },
  nobody: 'Niemandem zugewiesen',
  nowhere: 'Ohne Unterkunft',
  anyTime: 'Jederzeit',
  empty: 'Nichts ist geplant',
  emptyText: 'Keine Aufgabe hat dieses Datum.',
  late: 'überfällig',
  unassigned: 'niemandem zugewiesen',
  waiting: 'brauchen Freigabe',
  costs: 'Noch geplante Kosten',
  count: (count) => plural(count, `${count} Aufgabe`, `${count} Aufgaben`),
  assign: (shortId) => `${shortId} jemandem geben`,
}
