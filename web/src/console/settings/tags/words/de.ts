import type { TagsWords } from './en.ts'

export const de: TagsWords = {
  title: 'Schlagwörter',
  make: 'Neues Schlagwort',
  none: 'Noch kein Schlagwort',
  noneText:
    'Schlagwörter fassen Aufgaben über Abteilungen hinweg zusammen: Grundreinigung, Eigentümerwunsch, Garantie.',
  name: 'Name',
  color: 'Farbe',
  colors: {
    green: 'Grün',
    blue: 'Blau',
    violet: 'Violett',
    pink: 'Rosa',
    red: 'Rot',
    orange: 'Orange',
    yellow: 'Gelb',
    grey: 'Grau',
  },
  outOfUse: 'Nicht mehr benutzt',
  retire: 'Nicht mehr benutzen',
  revive: 'Wieder benutzen',
  retired: (name) => `${name} wird nicht mehr benutzt. Aufgaben, die es haben, behalten es.`,
  revived: (name) => `${name} kann wieder benutzt werden.`,
  saved: (name) => `${name} ist gespeichert.`,
}
