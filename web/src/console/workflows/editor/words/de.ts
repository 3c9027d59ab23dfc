import { pluralIn } from '../../../../language/plural.ts'
import type { EditorWords } from './en.ts'

const plural = pluralIn('de')

export const de: EditorWords = {
  label: 'Das Dokument, als YAML',
  hint: 'Strg Leertaste ergänzt, Escape und dann Tab verlässt den Editor.',
  suggestions: 'Was folgen könnte',
  save: 'Entwurf speichern',
  saved: 'Entwurf gespeichert.',
  publish: 'Veröffentlichen',
  publishOn: 'Veröffentlichen und einschalten',
  published: (number) => `Version ${number} ist veröffentlicht.`,
  publishedOn: (number) => `Version ${number} ist veröffentlicht und an.`,
  isSaved: 'Gespeichert',
  isOn: 'Sie ist an, so wie sie hier steht.',
  isChanged: 'Noch nicht gespeichert',
  checking: 'Wird geprüft',
  good: 'Es ist alles richtig.',
  problems: (count) => plural(count, `${count} Fehler`, `${count} Fehler`),
  line: (number) => `Zeile ${number}`,
  more: (count) => `Und ${count} weitere.`,
  diagram: 'Als Bild',
  diagramOf: (steps) => `Schritte: ${steps}`,
  noDiagram: 'Es lässt sich zeichnen, sobald es sich lesen lässt.',
  start: 'Anfang',
  end: 'Ende',
  kept: 'Was Sie hier geschrieben und nicht gespeichert hatten, ist noch da.',
  discard: 'Den gespeicherten Entwurf nehmen',
  readOnly: 'Ändern kann es nur die Leitung.',
  archived: 'Sie liegt im Archiv: holen Sie sie heraus, um sie zu ändern.',
  conflict: {
    title: 'Jemand hat diesen Entwurf inzwischen gespeichert',
    text: 'Ihrer ist nicht gespeichert. Unten steht, was geändert wurde, von Ihrem aus gesehen.',
    mine: 'Meinen darüber speichern',
    theirs: 'Den anderen nehmen',
    difference: 'Der andere gegen Ihren',
  },
  added: 'Neu',
  removed: 'Weg',
  unchanged: (count) => plural(count, `${count} Zeile ist gleich`, `${count} Zeilen sind gleich`),
  keys: { save: 'Entwurf speichern' },
}
