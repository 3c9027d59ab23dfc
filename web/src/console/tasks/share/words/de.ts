import { pluralIn } from '../../../../language/plural.ts'
import type { ShareWords } from './en.ts'

const plural = pluralIn('de')

export const de: ShareWords = {
  title: 'Teilen',
  make: 'Link erstellen',
  name: 'Für wen',
  nameHint: 'Steht neben dem, was die Person schreibt.',
  mode: 'Darf',
  modes: { carry_out: 'Ausführen', view: 'Ansehen' },
  until: 'Gilt',
  days: (count) => plural(count, `${count} Tag`, `${count} Tage`),
  forEver: 'Läuft nicht ab',
  anybody: 'Alle mit dem Link',
  address: 'Link',
  secret: 'Wer diesen Link hat, hat den Zugang. Ein Konto ist nicht nötig.',
  mail: 'Per E-Mail',
  send: 'Senden',
  show: 'Zeigen',
  withdraw: 'Zurückziehen',
  withdrawn: 'Der Link ist zurückgezogen.',
  states: { active: 'Gilt', revoked: 'Zurückgezogen', expired: 'Abgelaufen' },
  copy: 'Kopieren',
  copied: 'Kopiert',
}
