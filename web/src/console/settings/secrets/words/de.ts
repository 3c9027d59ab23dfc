import type { SecretsWords } from './en.ts'

export const de: SecretsWords = {
  title: 'Geheimnisse der Automationen',
  make: 'Geheimnis hinzufügen',
  none: 'Noch kein Geheimnis',
  noneText:
    'Schlüssel und Passwörter, die Automationen für andere Systeme brauchen. Ein Dokument nennt sie mit use.secrets.',
  name: 'Name',
  nameHint: 'Buchstaben, Ziffern und _, etwa PARTNER_KEY.',
  taken: 'Es gibt schon eines mit diesem Namen. In der Liste steht bei ihm „Neuer Wert“.',
  value: 'Wert',
  valueHint: 'Er wird versiegelt aufbewahrt und nie wieder gezeigt.',
  isFields: 'Er hat Felder, als JSON: {"username": "…", "password": "…"}',
  wrongJson: 'Das ist kein JSON mit Feldern.',
  replace: 'Neuer Wert',
  confirm: 'Wert ersetzen',
  confirmText: 'Der jetzige Wert geht verloren. Offene Läufe haben den neuen ab ihrem nächsten Schritt.',
  set: (when: string) => `Gesetzt ${when}`,
  saved: (name: string) => `${name} ist gesetzt.`,
  remove: 'Entfernen',
  reallyRemove: 'Wirklich entfernen?',
  removed: (name: string) => `${name} ist weg.`,
}
