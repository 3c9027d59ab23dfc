import type { PartsWords } from './en.ts'

export const de: PartsWords = {
  leaveTitle: 'Ohne Speichern gehen?',
  leaveText: 'Was Sie hier geändert haben, geht dann verloren.',
  stay: 'Hier bleiben',
  leave: 'Gehen',
}
