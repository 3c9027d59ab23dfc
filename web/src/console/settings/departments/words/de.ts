import type { DepartmentsWords } from './en.ts'

export const de: DepartmentsWords = {
  title: 'Abteilungen',
  make: 'Neue Abteilung',
  none: 'Noch keine Abteilung',
  noneText: 'Jede Aufgabe gehört zu einer Abteilung. Legen Sie die erste an, etwa Housekeeping.',
  name: 'Name',
  kind: 'Art',
  kinds: {
    field_ops: { name: 'Vor Ort', text: 'Ihre geplanten Aufgaben stehen in den Arbeitsaufträgen des Tages.' },
    office: { name: 'Büro', text: 'Ihre Aufgaben stehen nicht in den Arbeitsaufträgen des Tages.' },
  },
  goesTo: 'Neue Arbeit geht an',
  goesToNobody: 'Neue Arbeit geht von selbst an niemanden',
  primary: 'Zuständig für neue Arbeit',
  primaryHint: 'Gilt, wenn eine Aufgabe mit den üblichen Personen angelegt wird.',
  nobody: 'Niemand',
  others: 'Und mit dabei',
  remove: 'Löschen',
  reallyRemove: 'Endgültig löschen',
  saved: (name) => `${name} ist gespeichert.`,
  removed: (name) => `${name} ist gelöscht. Die Personen bleiben.`,
}
