import type { PartsWords } from './en.ts'

export const fr: PartsWords = {
  leaveTitle: 'Partir sans enregistrer ?',
  leaveText: 'Ce que vous avez changé ici sera perdu.',
  stay: 'Rester ici',
  leave: 'Partir',
}
