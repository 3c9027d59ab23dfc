import { pluralIn } from '../../../language/plural.ts'
import type { CalendarWords } from './en.ts'

const plural = pluralIn('fr')

export const fr: CalendarWords = {
  title: 'Calendrier',
  homes: (count) => plural(count, `${count} logement`, `${count} logements`),
  search: 'Chercher un logement',
  searchHint: 'Nom, code ou ville',
  allStatuses: 'Tous les états',
  weeks: (count) => plural(count, `${count} semaine`, `${count} semaines`),
  howLong: 'Combien de semaines',
  earlier: 'Une semaine plus tôt',
  later: 'Une semaine plus tard',
  today: 'Aujourd’hui',
  onlyClashes: (count) => (count === 0 ? 'Rien à vérifier' : `À vérifier : ${count}`),
  empty: { title: 'Aucun logement ne correspond', text: 'Essayez d’autres mots ou un autre état.' },
  allWell: {
    title: 'Rien à vérifier',
    text: 'Ces semaines, aucun séjour n’en chevauche un autre et chaque changement de voyageurs a son ménage.',
  },
  home: 'Logement',
  open: 'Ouvrir le jour',
  nextClash: 'Prochaine chose à vérifier',
  left: 'Un jour plus tôt',
  right: 'Un jour plus tard',

  unnamed: 'Voyageur',
  stays: (name) => `${name} est là`,
  arrives: (name) => `${name} arrive`,
  leaves: (name) => `${name} part`,
  arrivesAt: (name, time) => `${name} arrive à ${time}`,
  leavesAt: (name, time) => `${name} part à ${time}`,
  tentative: 'pas encore sûr',
  people: (count) => plural(count, `${count} personne`, `${count} personnes`),
  free: (nights) => plural(nights, `${nights} nuit libre`, `${nights} nuits libres`),
  freeShort: (nights) => plural(nights, `${nights} libre`, `${nights} libres`),
  freeNights: 'Nuits libres',
  tasks: (count) => plural(count, `${count} tâche`, `${count} tâches`),
  done: (count) => plural(count, `${count} tâche faite`, `${count} tâches faites`),
  nobody: 'Non attribuée',
  nothing: 'Il ne se passe rien ici ce jour-là.',
  nothingAnywhere: 'Ce jour-là, personne n’arrive ni ne part, et aucun travail n’est prévu.',
  toLookAt: (count) => plural(count, `${count} chose à vérifier`, `${count} choses à vérifier`),
  toHome: 'Ouvrir le logement',
  toTasks: 'Travail de ce jour',
  newTask: 'Nouvelle tâche ici',
  hasClash: 'quelque chose à vérifier',
  planClean: 'Prévoir un ménage',
  stay: 'Séjour',
  legend: 'Ce que veulent dire les signes',

  clashes: {
    twoStays: 'Deux séjours à la fois',
    noClean: 'Aucun ménage prévu',
    guestsIn: 'Travail pendant un séjour',
  },
  why: {
    twoStays: (one, other) => `${one} et ${other} ont le logement la même nuit.`,
    noClean: (leaving, day) =>
      `${leaving} part et le voyageur suivant arrive le ${day}. Aucun travail n’est prévu entre les deux.`,
    guestsIn: (work, guest) => `« ${work} » est prévu pendant que ${guest} est là.`,
  },
}
