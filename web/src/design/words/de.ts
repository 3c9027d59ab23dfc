import type { DesignWords } from './en.ts'

export const de: DesignWords = {
  unsent: 'Geschriebenes verwerfen?',
  unsentText: 'Es ist noch nicht gesendet und geht dann verloren.',
  goOn: 'Weiterschreiben',
  discard: 'Verwerfen',
}
