import type { NotificationsWords } from './en.ts'

export const fr: NotificationsWords = {
  title: 'Notifications',
  which: 'Lesquelles sont affichées',
  all: 'Toutes',
  unread: (count) => (count === 0 ? 'Non lues' : `Non lues (${count})`),
  isUnread: 'Non lue :',
  read: (title) => `Marquer comme lue : ${title}`,
  readAll: 'Tout marquer comme lu',
  choose: 'Ce dont vous voulez être averti',
  answered: 'Déjà répondu',
  none: {
    title: 'Aucune notification pour l’instant',
    text: 'Quand un travail vous est confié, qu’il change ou que l’on demande votre approbation, c’est écrit ici.',
  },
  noneUnread: { title: 'Vous avez tout lu', text: 'La suite apparaîtra ici d’elle-même.' },
  says: {
    workflowOff: 'Elle a été désactivée : les expressions en JSONata ne s’exécutent plus',
    signIn: (program: string) =>
      program === ''
        ? 'Connexion à votre compte depuis un nouvel appareil'
        : `Connexion à votre compte depuis un nouvel appareil : ${program}`,
    assigned: (name) => `${name} vous l’a confiée`,
    completed: (name) => `${name} l’a terminée`,
    deleted: (name) => `${name} l’a supprimée : il ne reste rien à faire`,
    closed: (name) => `${name} l’a fermée : il ne reste rien à faire`,
    rejected: (name) => `${name} l’a refusée : il ne reste rien à faire`,
    takenOff: (name) => `${name} vous l’a retirée : il ne vous reste rien à faire`,
    openedAgain: (name) => `${name} l’a rouverte : elle est de nouveau à vous`,
    restored: (name) => `${name} l’a rétablie : elle est de nouveau à vous`,
    commented: (name) => `${name} a écrit un commentaire`,
    commentedThat: (name, text) => `${name} : « ${text} »`,
    urgent: (name) => `${name} l’a rendue urgente`,
    orphaned: (name) => `${name} l’a rendue urgente, et personne ne s’en occupe encore`,
    moved: (name, when) => `${name} l’a déplacée au ${when}`,
    planned: (name, when) => `${name} l’a prévue pour le ${when}`,
    unplanned: (name) => `${name} en a retiré la date`,
    approval: 'Une automatisation attend votre réponse',
    reminder: 'Une automatisation attend toujours votre réponse',
  },
}
