import type { FlowSettingsWords } from './en.ts'

export const de: FlowSettingsWords = {
  about: {
    title: 'Was sie ist',
    name: 'Name',
    description: 'Beschreibung',
    tags: 'Schlagwörter',
    tagsHint: 'Mit Kommas dazwischen.',
    kept: 'Tage, die beendete Läufe bleiben',
  },
  turns: {
    title: 'Läufe zur gleichen Zeit',
    limit: 'Höchstens so viele',
    limitHint: 'Leer: beliebig viele.',
    key: 'Zusammen gezählt nach',
    keyHint: 'Ein Pfad in die Eingabe, etwa .[0].data.propertyId. Leer: alle zählen zusammen.',
    policy: 'Einer mehr',
    policies: {
      queue: 'Wartet, bis er dran ist',
      skip: 'Wird nicht begonnen',
      replace: 'Tritt an die Stelle des laufenden',
    },
  },
  retry: {
    title: 'Wenn ein Aufruf vorübergehend scheitert',
    text: 'Keine Antwort, 408, 425, 429 oder 5xx, wo kein try des Dokuments sie fängt. Es gilt auch für laufende.',
    attempts: 'Wie oft er wiederholt wird',
    attemptsHint: 'Leer: der Lauf scheitert sofort.',
    delay: 'Sekunden vor dem ersten Mal',
    backoff: 'Die Pausen danach',
    backoffs: {
      constant: 'Gleich lang',
      linear: 'Jede um die erste länger',
      exponential: 'Jede doppelt so lang wie die vorige',
    },
  },
  migration: {
    title: 'Zwei Systeme',
    ref: (name: string) => `Im anderen heißt sie ${name}.`,
    compared: (same: number, all: number) => `Von ${all} verglichenen taten ${same} dasselbe.`,
    needed: (count: number, part: string) => `Übernommen werden kann ab ${count}, von denen ${part} gleich sind.`,
    planned: (when: string) => `Es ist geplant für ${when}.`,
    to: {
      legacy: 'Dem anderen System überlassen',
      shadow: 'Hier nur vergleichen',
      service: 'Hier übernehmen',
    },
    openRuns: 'Offene Läufe der Seite, die sie abgibt',
    openRunsAre: {
      finish: 'Laufen zu Ende',
      suspend: 'Werden angehalten',
      cancel: 'Werden abgebrochen',
    },
    reason: 'Grund',
    force: 'Obwohl beide nicht genug übereinstimmen (braucht einen Grund)',
    done: 'Geändert.',
  },
  save: 'Einstellungen speichern',
  saved: 'Einstellungen gespeichert.',
}
