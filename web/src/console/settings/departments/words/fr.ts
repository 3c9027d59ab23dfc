import type { DepartmentsWords } from './en.ts'

export const fr: DepartmentsWords = {
  title: 'Services',
  make: 'Nouveau service',
  none: 'Pas encore de service',
  noneText: 'Chaque tâche appartient à un service. Créez le premier, par exemple le ménage.',
  name: 'Nom',
  kind: 'Type',
  kinds: {
    field_ops: { name: 'Sur le terrain', text: 'Ses tâches planifiées figurent dans les ordres de travail du jour.' },
    office: { name: 'Bureau', text: 'Ses tâches ne figurent pas dans les ordres de travail du jour.' },
  },
  goesTo: 'Le nouveau travail va à',
  goesToNobody: 'Le nouveau travail ne va à personne de lui-même',
  primary: 'Responsable du nouveau travail',
  primaryHint: 'Vaut quand une tâche est créée avec les personnes habituelles.',
  nobody: 'Personne',
  others: 'Et avec elle ou lui',
  remove: 'Supprimer',
  reallyRemove: 'Supprimer définitivement',
  saved: (name) => `${name} est enregistré.`,
  removed: (name) => `${name} est supprimé. Ses membres restent.`,
}
