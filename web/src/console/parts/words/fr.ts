import type { PartsWords } from './en.ts'

export const fr: PartsWords = {
  leaveTitle: 'Partir sans enregistrer ?',
  leaveText: 'Ce que vous avez changé ici sera perdu.',
  stay: 'Rester ici',
  leave: 'Partir',
  turnedDays: 'Le dernier jour précède le premier.',
  conflict: {
    title: (name) => `${name} a changé entre-temps`,
    text: 'Quelqu’un d’autre a changé la même chose. Rien n’a été écrasé.',
    theirs: 'C’est maintenant',
    mine: 'Vous vouliez',
    keep: 'Laisser ainsi',
    takeMine: 'Prendre ma version',
  },
}
