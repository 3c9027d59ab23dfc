import type { PartsWords } from './en.ts'

export const de: PartsWords = {
  leaveTitle: 'Ohne Speichern gehen?',
  leaveText: 'Was Sie hier geändert haben, geht dann verloren.',
  stay: 'Hier bleiben',
  leave: 'Gehen',
  turnedDays: 'Der letzte Tag liegt vor dem ersten.',
  conflict: {
    title: (name) => `${name} wurde inzwischen geändert`,
    text: 'Jemand anderes hat dasselbe geändert. Nichts wurde überschrieben.',
    theirs: 'So ist es jetzt',
    mine: 'Sie wollten',
    keep: 'So lassen',
    takeMine: 'Meine Änderung nehmen',
  },
}
