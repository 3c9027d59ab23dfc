import { pluralIn } from '../../../language/plural.ts'
import type { CalendarWords } from './en.ts'

const plural = pluralIn('de')

export const de: CalendarWords = {
  title: 'Kalender',
  homes: (count) => plural(count, `${count} Unterkunft`, `${count} Unterkünfte`),
  search: 'Unterkünfte suchen',
  searchHint: 'Name, Kürzel oder Ort',
  allStatuses: 'Jeder Status',
  weeks: (count) => plural(count, `${count} Woche`, `${count} Wochen`),
  howLong: 'Wie viele Wochen',
  earlier: 'Eine Woche früher',
  later: 'Eine Woche später',
  today: 'Heute',
  onlyClashes: (count) => (count === 0 ? 'Nichts zu prüfen' : `Zu prüfen: ${count}`),
  empty: { title: 'Keine Unterkunft passt', text: 'Versuchen Sie andere Wörter oder einen anderen Status.' },
  allWell: {
    title: 'Nichts zu prüfen',
    text: 'In diesen Wochen überschneidet sich kein Aufenthalt, und jeder Gästewechsel hat eine Reinigung.',
  },
  home: 'Unterkunft',
  open: 'Tag öffnen',
  nextClash: 'Das Nächste, was zu prüfen ist',
  left: 'Ein Tag früher',
  right: 'Ein Tag später',

  unnamed: 'Gast',
  stays: (name) => `${name} ist da`,
  arrives: (name) => `${name} reist an`,
  leaves: (name) => `${name} reist ab`,
  arrivesAt: (name, time) => `${name} reist um ${time} an`,
  leavesAt: (name, time) => `${name} reist um ${time} ab`,
  tentative: 'noch nicht sicher',
  people: (count) => plural(count, `${count} Person`, `${count} Personen`),
  free: (nights) => plural(nights, `${nights} Nacht frei`, `${nights} Nächte frei`),
  freeShort: (nights) => plural(nights, `${nights} frei`, `${nights} frei`),
  freeNights: 'Freie Nächte',
  tasks: (count) => plural(count, `${count} Aufgabe`, `${count} Aufgaben`),
  done: (count) => plural(count, `${count} Aufgabe erledigt`, `${count} Aufgaben erledigt`),
  nobody: 'Niemandem zugewiesen',
  nothing: 'An diesem Tag geschieht hier nichts.',
  nothingAnywhere: 'An diesem Tag reist niemand an oder ab, und keine Arbeit ist geplant.',
  toLookAt: (count) => plural(count, `${count} Sache zu prüfen`, `${count} Sachen zu prüfen`),
  toHome: 'Unterkunft öffnen',
  toTasks: 'Arbeit dieses Tages',
  newTask: 'Neue Aufgabe hier',
  hasClash: 'etwas zu prüfen',
  planClean: 'Reinigung planen',
  stay: 'Aufenthalt',
  legend: 'Was die Zeichen bedeuten',

  clashes: {
    twoStays: 'Zwei Aufenthalte zugleich',
    noClean: 'Keine Reinigung geplant',
    guestsIn: 'Arbeit, während Gäste da sind',
  },
  why: {
    twoStays: (one, other) => `${one} und ${other} haben die Unterkunft in derselben Nacht.`,
    noClean: (leaving, day) =>
      `${leaving} reist ab, die Nächsten kommen am ${day}. Dazwischen ist keine Arbeit geplant.`,
    guestsIn: (work, guest) => `„${work}“ ist geplant, während ${guest} da ist.`,
  },
}
