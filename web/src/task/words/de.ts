import { pluralIn } from '../../language/plural.ts'
import type { TaskWords } from './en.ts'

const plural = pluralIn('de')

export const de: TaskWords = {
  pageTitle: 'Aufgabe',
  skip: 'Zur Aufgabe springen',
  forName: (name) => `Für ${name}`,
  viewOnly: 'Nur ansehen',
  urgent: 'Dringend',
  high: 'Hohe Priorität',
  done: 'Erledigt',
  loading: 'Die Aufgabe wird geladen',

  where: 'Wo',
  openMap: 'Karte öffnen',
  when: 'Wann',
  anyTime: 'Uhrzeit beliebig',
  about: (length) => `etwa ${length}`,
  access: 'Zugang',
  description: 'Was zu tun ist',

  checklist: 'Checkliste',
  doneOf: (done, total) => `${done} von ${total} erledigt`,
  optional: 'Optional',
  yes: 'Ja',
  no: 'Nein',
  conditions: { GOOD: 'Gut', FAIR: 'Mittel', POOR: 'Schlecht', DAMAGED: 'Beschädigt' },
  conditionNote: 'Anmerkung zum Zustand',
  conditionNotePlaceholder: 'Was ist Ihnen aufgefallen?',
  textPlaceholder: 'Hier schreiben',
  fewer: 'Eins weniger',
  more: 'Eins mehr',
  stars: (count) => plural(count, `${count} Stern`, `${count} Sterne`),
  openExternal: 'Öffnen',
  externalHint: 'Wird in einem anderen System erledigt und hier von selbst abgehakt.',
  opensInNewTab: 'öffnet einen neuen Tab',

  photos: 'Fotos',
  noPhotos: 'Noch keine Fotos.',
  takePhoto: 'Foto aufnehmen',
  choosePhotos: 'Fotos auswählen',
  preparing: 'Das Foto wird vorbereitet',
  photoNumber: (number) => `Foto ${number}`,

  comments: 'Kommentare',
  noComments: 'Noch keine Kommentare.',
  writeComment: 'Kommentar schreiben',
  send: 'Senden',
  you: 'Sie',

  complete: 'Aufgabe abschließen',
  left: (count) => plural(count, `Noch ${count} Punkt offen`, `Noch ${count} Punkte offen`),
  ruleNeeds: {
    photo: 'Ein Foto ist nötig',
    cost: 'Das Büro muss Kosten eintragen',
    summary: 'Eine Zusammenfassung ist nötig',
  },
  otherWorkFirst: 'Zuerst muss andere Arbeit fertig sein',
  heldByOffice: 'Das Büro muss diese Aufgabe erst freigeben',
  completeTitle: 'Diese Aufgabe abschließen?',
  summary: 'Zusammenfassung',
  summaryHint: 'Was haben Sie gemacht? Was sollte das Büro wissen?',
  summaryNeeded: 'Zum Abschließen ist eine kurze Zusammenfassung nötig.',
  cancel: 'Abbrechen',
  willComplete: 'Wird abgeschlossen, sobald Empfang da ist',
  completing: 'Wird abgeschlossen',
  takeBack: 'Zurücknehmen',

  waiting: 'Wartet auf Empfang',
  unsaved: 'Konnte auf diesem Telefon nicht gespeichert werden. Lassen Sie diese Seite offen, bis es gesendet ist.',
  sending: 'Wird gesendet',
  sendingPercent: (percent) => `Wird gesendet, ${percent} %`,
  allSent: 'Alles ist gesendet',
  waitingCount: (count) => plural(count, `${count} Änderung wartet`, `${count} Änderungen warten`),
  noSignal: 'Kein Empfang',
  noSignalText: 'Arbeiten Sie weiter. Alles bleibt auf diesem Telefon und wird gesendet, sobald wieder Empfang da ist.',
  refused: 'Nicht angenommen',
  refusedReasons: {
    completion_blocked: 'Es fehlt noch etwas. Sehen Sie nach, was offen ist, und schließen Sie noch einmal ab.',
    checklist_item_not_found: 'Das Büro hat diesen Punkt von der Liste genommen.',
    answer_mismatch: 'Das Büro hat diesen Punkt geändert. Beantworten Sie ihn noch einmal.',
    already_completed: 'Die Aufgabe ist schon abgeschlossen.',
    too_many_photos: 'Mehr Fotos passen nicht an diese Aufgabe.',
    file_too_large: 'Das Foto hat auch verkleinert mehr als 10 MB. Nehmen Sie ein anderes auf.',
    file_not_an_image: 'Diese Datei ist kein Foto, das wir lesen können. Nehmen Sie ein anderes auf.',
    image_too_many_pixels: 'Das Foto ist zu groß. Nehmen Sie ein anderes auf.',
    other: 'Der Server hat es nicht angenommen.',
  },
  tryAgain: 'Erneut versuchen',
  discard: 'Verwerfen',

  thanksTitle: 'Alles erledigt. Danke!',
  thanksName: (name) => `Alles erledigt. Danke, ${name}!`,
  completedAt: (moment) => `Abgeschlossen: ${moment}.`,
  afterwards: 'Fotos und Kommentare können Sie weiterhin hinzufügen.',

  gone: {
    unknown: {
      title: 'Diesen Link kennen wir nicht',
      text: 'Vielleicht fehlt ein Teil davon. Öffnen Sie ihn noch einmal aus der Nachricht, oder fragen Sie den Absender.',
    },
    revoked: {
      title: 'Dieser Link wurde zurückgezogen',
      text: 'Das Büro hat ihn zurückgenommen. Wenn Sie die Aufgabe noch machen, bitten Sie um einen neuen Link.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Er galt nur für eine bestimmte Zeit. Bitten Sie das Büro um einen neuen.',
    },
  },
  unsent: (count) =>
    plural(
      count,
      `${count} Eingabe konnte nicht gesendet werden. Sie ist noch auf diesem Telefon.`,
      `${count} Eingaben konnten nicht gesendet werden. Sie sind noch auf diesem Telefon.`,
    ),
  unsentPhoto: 'Foto',
  silent: {
    title: 'Der Dienst antwortet gerade nicht',
    text: 'Die Aufgabe erscheint von selbst, sobald er wieder antwortet.',
  },
  unreachable: {
    title: 'Keine Verbindung',
    text: 'Diese Aufgabe war auf diesem Telefon noch nie offen. Wir versuchen es weiter; sie erscheint, sobald Empfang da ist.',
  },
}
