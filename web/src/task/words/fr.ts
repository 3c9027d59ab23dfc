import { pluralIn } from '../../language/plural.ts'
import type { TaskWords } from './en.ts'

const plural = pluralIn('fr')

export const fr: TaskWords = {
  pageTitle: 'Tâche',
  skip: 'Aller à la tâche',
  forName: (name) => `Pour ${name}`,
  viewOnly: 'Lecture seule',
  urgent: 'Urgent',
  high: 'Priorité haute',
  done: 'Terminé',
  loading: 'Chargement de la tâche',

  where: 'Où',
  openMap: 'Ouvrir la carte',
  when: 'Quand',
  anyTime: 'À toute heure',
  about: (length) => `environ ${length}`,
  access: 'Accès',
  description: 'À faire',

  checklist: 'Liste de contrôle',
  doneOf: (done, total) => `Faits : ${done} sur ${total}`,
  optional: 'Facultatif',
  yes: 'Oui',
  no: 'Non',
  conditions: { GOOD: 'Bon', FAIR: 'Moyen', POOR: 'Mauvais', DAMAGED: 'Abîmé' },
  conditionNote: 'Remarque sur l’état',
  conditionNotePlaceholder: 'Qu’avez-vous remarqué ?',
  textPlaceholder: 'Écrivez ici',
  fewer: 'Un de moins',
  more: 'Un de plus',
  stars: (count) => plural(count, `${count} étoile`, `${count} étoiles`),
  openExternal: 'Ouvrir',
  externalHint: 'Se fait dans un autre système et se coche ici tout seul.',
  opensInNewTab: 's’ouvre dans un nouvel onglet',

  photos: 'Photos',
  noPhotos: 'Pas encore de photos.',
  takePhoto: 'Prendre une photo',
  choosePhotos: 'Choisir des photos',
  preparing: 'Préparation de la photo',
  photoNumber: (number) => `Photo ${number}`,

  comments: 'Commentaires',
  noComments: 'Pas encore de commentaires.',
  writeComment: 'Écrire un commentaire',
  send: 'Envoyer',
  you: 'Vous',

  complete: 'Terminer la tâche',
  left: (count) => plural(count, `Il reste ${count} point`, `Il reste ${count} points`),
  ruleNeeds: {
    photo: 'Il faut une photo',
    cost: 'Le bureau doit saisir un coût',
    summary: 'Il faut un résumé',
  },
  otherWorkFirst: 'Un autre travail doit d’abord être terminé',
  heldByOffice: 'Le bureau doit d’abord débloquer cette tâche',
  completeTitle: 'Terminer cette tâche ?',
  summary: 'Résumé',
  summaryHint: 'Qu’avez-vous fait ? Le bureau doit-il savoir quelque chose ?',
  summaryNeeded: 'Il faut un court résumé pour terminer cette tâche.',
  cancel: 'Annuler',
  willComplete: 'Sera terminée dès que le réseau reviendra',
  completing: 'Envoi en cours',
  takeBack: 'Annuler la clôture',

  waiting: 'En attente de réseau',
  unsaved: 'Impossible de l’enregistrer sur ce téléphone. Laissez cette page ouverte jusqu’à l’envoi.',
  sending: 'Envoi',
  sendingPercent: (percent) => `Envoi, ${percent} %`,
  allSent: 'Tout est envoyé',
  waitingCount: (count) => plural(count, `${count} modification en attente`, `${count} modifications en attente`),
  noSignal: 'Pas de réseau',
  noSignalText: 'Continuez. Tout reste sur ce téléphone et part dès que le réseau revient.',
  refused: 'Refusé',
  refusedReasons: {
    completion_blocked: 'Il manque encore quelque chose. Voyez ce qui reste et terminez à nouveau.',
    checklist_item_not_found: 'Le bureau a retiré ce point de la liste.',
    answer_mismatch: 'Le bureau a modifié ce point. Répondez à nouveau.',
    already_completed: 'La tâche est déjà terminée.',
    too_many_photos: 'La tâche ne peut pas contenir plus de photos.',
    file_too_large: 'Même réduite, la photo dépasse 10 Mo. Prenez-en une autre.',
    file_not_an_image: 'Ce fichier n’est pas une photo lisible. Prenez-en une autre.',
    image_too_many_pixels: 'La photo est trop grande. Prenez-en une autre.',
    other: 'Le serveur ne l’a pas accepté.',
  },
  tryAgain: 'Réessayer',
  discard: 'Supprimer',

  thanksTitle: 'C’est fait. Merci !',
  thanksName: (name) => `C’est fait. Merci, ${name} !`,
  completedAt: (moment) => `Terminée : ${moment}.`,
  afterwards: 'Vous pouvez encore ajouter des photos et des commentaires.',

  gone: {
    unknown: {
      title: 'Nous ne connaissons pas ce lien',
      text: 'Il en manque peut-être une partie. Rouvrez-le depuis le message ou demandez à la personne qui l’a envoyé.',
    },
    revoked: {
      title: 'Ce lien a été retiré',
      text: 'Le bureau l’a repris. Si vous faites encore cette tâche, demandez un nouveau lien.',
    },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Il n’était valable qu’un certain temps. Demandez-en un nouveau au bureau.',
    },
  },
  unsent: (count) =>
    plural(
      count,
      `${count} saisie n’a pas pu être envoyée. Elle est encore sur ce téléphone.`,
      `${count} saisies n’ont pas pu être envoyées. Elles sont encore sur ce téléphone.`,
    ),
  unsentPhoto: 'Photo',
  silent: {
    title: 'Le service ne répond pas pour le moment',
    text: 'La tâche apparaît ici dès qu’il répond.',
  },
  unreachable: {
    title: 'Pas de connexion',
    text: 'Cette tâche n’a pas encore été ouverte sur ce téléphone. Nous réessayons ; elle apparaît dès que le réseau revient.',
  },
}
