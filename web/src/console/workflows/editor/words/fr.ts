import { pluralIn } from '../../../../language/plural.ts'
import type { EditorWords } from './en.ts'

const plural = pluralIn('fr')

export const fr: EditorWords = {
  label: 'Le document, en YAML',
  hint: 'Ctrl Espace complète ; Échap puis Tab quitte l’éditeur.',
  suggestions: 'Ce qui pourrait suivre',
  save: 'Enregistrer le brouillon',
  saved: 'Brouillon enregistré.',
  publish: 'Publier',
  publishOn: 'Publier et activer',
  published: (number) => `La version ${number} est publiée.`,
  publishedOn: (number) => `La version ${number} est publiée et active.`,
  isSaved: 'Enregistré',
  isOn: 'Elle est active telle qu’elle est ici.',
  isChanged: 'Pas encore enregistré',
  checking: 'Vérification',
  good: 'Il n’y a pas d’erreur.',
  problems: (count) => plural(count, `${count} problème`, `${count} problèmes`),
  line: (number) => `Ligne ${number}`,
  more: (count) => `Et ${count} de plus.`,
  diagram: 'En diagramme',
  diagramOf: (steps) => `Étapes : ${steps}`,
  noDiagram: 'Il pourra être dessiné quand il pourra être lu.',
  start: 'Début',
  end: 'Fin',
  kept: 'Ce que vous aviez écrit ici sans l’enregistrer est toujours là.',
  discard: 'Prendre le brouillon enregistré',
  readOnly: 'Seuls les responsables peuvent le modifier.',
  archived: 'Elle est aux archives : sortez-la pour la modifier.',
  conflict: {
    title: 'Quelqu’un a enregistré ce brouillon entre-temps',
    text: 'Le vôtre n’est pas enregistré. Voici ce qui a changé, vu depuis le vôtre.',
    mine: 'Enregistrer le mien par-dessus',
    theirs: 'Prendre le sien',
    difference: 'Le sien face au vôtre',
  },
  added: 'Nouveau',
  removed: 'Retiré',
  unchanged: (count) => plural(count, `${count} ligne identique`, `${count} lignes identiques`),
  keys: { save: 'Enregistrer le brouillon' },
}
