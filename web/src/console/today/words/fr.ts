import { pluralIn } from '../../../language/plural.ts'
import type { TodayWords } from './en.ts'

const plural = pluralIn('fr')

export const fr: TodayWords = {
  title: 'Aujourd’hui',
  done: (done, total) => `${done} sur ${total} faites`,
  dayBefore: 'La veille',
  dayAfter: 'Le lendemain',
  week: 'La semaine',
  viewsLabel: 'Comment la journée est présentée',
  views: { person: 'Par personne', property: 'Par logement', timeline: 'Horaire', map: 'Carte' },
  blocked: 'Bloquée',
  blockedCount: 'bloquées',
  timelineHint:
    'Faites glisser le travail vers une autre personne ou une autre heure, ou déplacez-le avec Maj et les flèches.',
  mapAll: 'Toute la journée',
  mapList: 'Travail dans ces logements',
  mapWhole: 'Toute la carte',
  mapHomes: (count: number) => plural(count, `${count} logement`, `${count} logements`),
  notOnMap: 'Hors de la carte : ces logements n’ont pas de coordonnées',
  mapEmpty: 'Aucun logement n’a encore de coordonnées',
  mapEmptyText: 'Dès qu’un logement a une latitude et une longitude, il apparaît ici.',
  keys: {
    hour: 'Décaler le travail d’un quart d’heure',
    person: 'Confier le travail à une autre personne',
    before: 'Avancer le travail d’un jour',
    after: 'Repousser le travail d’un jour',
  },
  nobody: 'Attribuées à personne',
  nowhere: 'Sans logement',
  anyTime: 'À toute heure',
  empty: 'Rien de prévu',
  emptyText: 'Aucune tâche n’a cette date.',
  late: 'en retard',
  unassigned: 'attribuées à personne',
  waiting: 'à approuver',
  costs: 'Coûts encore prévus',
  count: (count) => plural(count, `${count} tâche`, `${count} tâches`),
  assign: (shortId) => `Donner ${shortId} à quelqu’un`,
}
