import type { DesignWords } from './en.ts'

export const fr: DesignWords = {
  unsent: 'Abandonner ce que vous avez écrit ?',
  unsentText: 'Ce n’est pas encore envoyé et sera perdu.',
  goOn: 'Continuer d’écrire',
  discard: 'Abandonner',
}
