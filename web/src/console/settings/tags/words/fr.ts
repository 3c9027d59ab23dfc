import type { TagsWords } from './en.ts'

export const fr: TagsWords = {
  title: 'Étiquettes',
  make: 'Nouvelle étiquette',
  none: 'Pas encore d’étiquette',
  noneText:
    'Les étiquettes regroupent des tâches de plusieurs services : grand ménage, demande du propriétaire, garantie.',
  name: 'Nom',
  color: 'Couleur',
  colors: {
    green: 'Vert',
    blue: 'Bleu',
    violet: 'Violet',
    pink: 'Rose',
    red: 'Rouge',
    orange: 'Orange',
    yellow: 'Jaune',
    grey: 'Gris',
  },
  outOfUse: 'Hors d’usage',
  retire: 'Mettre hors d’usage',
  revive: 'Réutiliser',
  retired: (name) => `${name} est hors d’usage. Les tâches qui l’ont la gardent.`,
  revived: (name) => `${name} peut de nouveau servir.`,
  saved: (name) => `${name} est enregistrée.`,
}
