import { pluralIn } from '../../../language/plural.ts'
import type { TodayWords } from './en.ts'

const plural = pluralIn('fr')

export const fr: TodayWords = {
  title: 'Aujourd’hui',
  done: (done, total) => `${done} sur ${total} faites`,
  dayBefore: 'La veille',
  dayAfter: 'Le lendemain',
  byPerson: 'Par personne',
  byProperty: 'Par logement',
  nobody: 'Attribuées à personne',
  nowhere: 'Sans logement',
  anyTime: 'À toute heure',
  empty: 'Rien de prévu',
  emptyText: 'Aucune tâche n’a cette date.',
  late: 'en retard',
  unassigned: 'attribuées à personne',
  waiting: 'à approuver',
  costs: 'Coûts',
  count: (count) => plural(count, `${count} tâche`, `${count} tâches`),
  assign: (shortId) => `Donner ${shortId} à quelqu’un`,
}
