import type { NotificationsWords } from './en.ts'

export const de: NotificationsWords = {
  title: 'Mitteilungen',
  which: 'Welche gezeigt werden',
  all: 'Alle',
  unread: (count) => (count === 0 ? 'Ungelesen' : `Ungelesen (${count})`),
  isUnread: 'Ungelesen:',
  read: (title) => `Als gelesen markieren: ${title}`,
  readAll: 'Alle als gelesen markieren',
  choose: 'Wovon Sie hören möchten',
  answered: 'Schon beantwortet',
  none: {
    title: 'Noch keine Mitteilungen',
    text: 'Wenn Ihnen Arbeit zugeteilt wird, sich etwas daran ändert oder Ihre Freigabe gefragt ist, steht es hier.',
  },
  noneUnread: { title: 'Alles gelesen', text: 'Was als Nächstes kommt, erscheint hier von selbst.' },
  says: {
    workflowOff: 'Sie wurde ausgeschaltet: Ausdrücke in JSONata laufen nicht mehr',
    signIn: (program: string) =>
      program === ''
        ? 'Anmeldung mit Ihrem Konto auf einem neuen Gerät'
        : `Anmeldung mit Ihrem Konto auf einem neuen Gerät: ${program}`,
    assigned: (name) => `${name} hat es Ihnen zugeteilt`,
    completed: (name) => `${name} hat es erledigt`,
    deleted: (name) => `${name} hat es gelöscht: Es ist nichts mehr zu tun`,
    closed: (name) => `${name} hat es geschlossen: Es ist nichts mehr zu tun`,
    rejected: (name) => `${name} hat es abgelehnt: Es ist nichts mehr zu tun`,
    takenOff: (name) => `${name} hat es Ihnen abgenommen: Für Sie ist nichts mehr zu tun`,
    openedAgain: (name) => `${name} hat es wieder geöffnet: Es ist wieder Ihre Aufgabe`,
    restored: (name) => `${name} hat es zurückgeholt: Es ist wieder Ihre Aufgabe`,
    commented: (name) => `${name} hat einen Kommentar geschrieben`,
    commentedThat: (name, text) => `${name}: „${text}“`,
    urgent: (name) => `${name} hat es als dringend markiert`,
    orphaned: (name) => `${name} hat es als dringend markiert, und noch kümmert sich niemand darum`,
    moved: (name, when) => `${name} hat es auf ${when} verschoben`,
    planned: (name, when) => `${name} hat es für ${when} geplant`,
    unplanned: (name) => `${name} hat das Datum entfernt`,
    approval: 'Eine Automation wartet auf Ihre Antwort',
    reminder: 'Eine Automation wartet noch immer auf Ihre Antwort',
  },
}
