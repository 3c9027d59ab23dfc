import type { ManualWords } from './en.ts'

export const de: ManualWords = {
  pageTitle: 'Ihr Aufenthalt',
  skip: 'Zur Gästemappe springen',
  loading: 'Die Gästemappe wird geladen',
  welcome: 'Willkommen:',
  guide: 'Gästemappe',
  savedCopy: 'Kein Empfang. Dies ist die auf Ihrem Telefon gespeicherte Fassung.',

  address: 'Adresse',
  openMap: 'Karte öffnen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  opensInNewTab: 'öffnet einen neuen Tab',
  checkin: 'Anreise',
  checkinFrom: (time) => `Ab ${time}`,
  checkinBetween: (from, to) => `${from} bis ${to}`,
  wifi: 'WLAN',
  network: 'Netzwerk',
  password: 'Passwort',
  parking: 'Parken',
  parkingThere: 'An der Unterkunft gibt es einen Parkplatz.',
  rules: 'Hausregeln',
  checkout: 'Abreise',
  checkoutUntil: (time) => `Bis ${time}`,

  door: {
    title: 'Die Tür',
    open: 'Tür öffnen',
    holdToOpen: 'Zum Öffnen halten',
    hint: 'Stellen Sie sich vor die Tür und halten Sie die Taste eine Sekunde lang.',
    tooShort: 'Etwas länger: halten, bis sich der Ring schließt.',
    withoutHolding: 'Ohne Halten öffnen',
    confirmTitle: 'Die Tür jetzt öffnen?',
    confirmText: 'Bestätigen Sie erst, wenn Sie davor stehen.',
    confirm: 'Ja, öffnen',
    cancel: 'Abbrechen',
    opening: 'Wird geöffnet',
    openingText: 'Das Schloss wird angefragt.',
    stillTrying: 'Wir versuchen es weiter',
    stillTryingText: 'Das Schloss braucht etwas länger. Bleiben Sie bitte an der Tür.',
    opened: 'Die Tür ist offen',
    openedText: 'Kommen Sie herein, und fühlen Sie sich wie zu Hause.',
    accepted: 'Das Schloss hat den Auftrag',
    acceptedText: 'Es hat ihn noch nicht bestätigt. Probieren Sie die Klinke.',
    needsSignal: 'Die Tür braucht Empfang',
    needsSignalText:
      'Gehen Sie ein paar Schritte oder schalten Sie mobile Daten ein. Die Taste kommt von selbst wieder.',
    tryAgain: 'Erneut versuchen',
    tryAgainIn: (seconds) => `Erneut versuchen in ${seconds} s`,
    failed: {
      offline: {
        title: 'Das Schloss antwortet nicht',
        text: 'Vielleicht ist es nicht erreichbar oder die Batterie schwach. Versuchen Sie es gleich noch einmal. Bleibt die Tür zu, rufen Sie Ihren Gastgeber an oder schreiben Sie ihm.',
      },
      error: {
        title: 'Das Schloss ließ sich nicht öffnen',
        text: 'Achten Sie darauf, dass niemand gegen die Tür drückt, und versuchen Sie es noch einmal. Bleibt sie zu, rufen Sie Ihren Gastgeber an oder schreiben Sie ihm.',
      },
      uncertain: {
        title: 'Wir wissen nicht, ob sie offen ist',
        text: 'Das Schloss hat nicht rechtzeitig geantwortet. Probieren Sie zuerst die Klinke und versuchen Sie es dann noch einmal.',
      },
      lost: {
        title: 'Die Verbindung ist abgebrochen',
        text: 'Vielleicht ist die Tür offen, vielleicht nicht. Probieren Sie zuerst die Klinke und versuchen Sie es dann noch einmal.',
      },
      busy: {
        title: 'Jemand öffnet gerade',
        text: 'Es läuft schon eine andere Anfrage. Probieren Sie in ein paar Sekunden die Klinke.',
      },
      limited: {
        title: 'Zu viele Versuche',
        text: 'Zum Schutz des Schlosses gibt es jetzt eine kurze Pause.',
      },
      refused: {
        title: 'Die Tür bleibt zu',
        text: 'Dieser Link öffnet sie gerade nicht. Rufen Sie Ihren Gastgeber an oder schreiben Sie ihm.',
      },
    },
    early: 'Es ist noch etwas früh',
    earlyText: (moment) => `Ab ${moment} können Sie die Tür öffnen. Die Taste erscheint dann hier.`,
    late: 'Ihr Aufenthalt ist zu Ende',
    lateText:
      'Dieser Link öffnet die Tür nicht mehr. Etwas vergessen? Rufen Sie Ihren Gastgeber an oder schreiben Sie ihm.',
  },

  gone: {
    unknown: {
      title: 'Diesen Link kennen wir nicht',
      text: 'Vielleicht fehlt ein Teil davon. Öffnen Sie ihn noch einmal aus der Nachricht, oder fragen Sie Ihren Gastgeber.',
    },
    revoked: {
      title: 'Diese Mappe wurde zurückgezogen',
      text: 'Ihr Gastgeber hat den Link zurückgenommen. Wenn Sie hier wohnen, bitten Sie um einen neuen.',
    },
    expired: {
      title: 'Diese Mappe ist abgelaufen',
      text: 'Der Link galt nur für Ihren Aufenthalt. Wir hoffen, es war schön!',
    },
  },
  silent: {
    title: 'Der Dienst antwortet gerade nicht',
    text: 'Die Mappe erscheint von selbst, sobald er wieder antwortet.',
  },
  unreachable: {
    title: 'Keine Verbindung',
    text: 'Diese Mappe war auf diesem Telefon noch nie offen. Sie erscheint, sobald Empfang da ist.',
  },
}
