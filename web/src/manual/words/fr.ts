import type { ManualWords } from './en.ts'

export const fr: ManualWords = {
  pageTitle: 'Votre séjour',
  skip: 'Aller au guide',
  loading: 'Chargement de votre guide',
  welcome: 'Bienvenue à',
  guide: 'Guide de séjour',
  savedCopy: 'Pas de réseau. Voici la copie gardée sur votre téléphone.',

  address: 'Adresse',
  openMap: 'Ouvrir la carte',
  copy: 'Copier',
  copied: 'Copié',
  opensInNewTab: 's’ouvre dans un nouvel onglet',
  checkin: 'Arrivée',
  checkinFrom: (time) => `À partir de ${time}`,
  checkinBetween: (from, to) => `De ${from} à ${to}`,
  wifi: 'Wi-Fi',
  network: 'Réseau',
  password: 'Mot de passe',
  parking: 'Stationnement',
  parkingThere: 'Il y a une place de stationnement sur place.',
  rules: 'Règles de la maison',
  checkout: 'Départ',
  checkoutUntil: (time) => `Jusqu’à ${time}`,

  door: {
    title: 'La porte',
    open: 'Ouvrir la porte',
    holdToOpen: 'Maintenir pour ouvrir',
    hint: 'Placez-vous devant la porte, puis maintenez le bouton une seconde.',
    tooShort: 'Un peu plus longtemps : maintenez jusqu’à ce que le cercle se ferme.',
    withoutHolding: 'Ouvrir sans maintenir',
    confirmTitle: 'Ouvrir la porte maintenant ?',
    confirmText: 'Ne confirmez que si vous êtes devant.',
    confirm: 'Oui, ouvrir',
    cancel: 'Annuler',
    opening: 'Ouverture',
    openingText: 'Demande envoyée à la serrure.',
    stillTrying: 'Nous essayons encore',
    stillTryingText: 'La serrure met un peu plus de temps. Restez près de la porte.',
    opened: 'La porte est ouverte',
    openedText: 'Entrez, faites comme chez vous.',
    accepted: 'La serrure a reçu l’ordre',
    acceptedText: 'Elle ne l’a pas encore confirmé. Essayez la poignée.',
    needsSignal: 'La porte a besoin de réseau',
    needsSignalText: 'Faites quelques pas ou activez les données mobiles. Le bouton revient tout seul.',
    tryAgain: 'Réessayer',
    tryAgainIn: (seconds) => `Réessayer dans ${seconds} s`,
    failed: {
      offline: {
        title: 'La serrure ne répond pas',
        text: 'Elle est peut-être hors de portée ou sa pile est faible. Réessayez dans un instant. Si elle reste fermée, appelez votre hôte ou écrivez-lui.',
      },
      error: {
        title: 'La serrure n’a pas pu ouvrir',
        text: 'Vérifiez que personne ne pousse la porte, puis réessayez. Si elle reste fermée, appelez votre hôte ou écrivez-lui.',
      },
      uncertain: {
        title: 'Nous ne savons pas si elle s’est ouverte',
        text: 'La serrure n’a pas répondu à temps. Essayez d’abord la poignée, puis réessayez.',
      },
      lost: {
        title: 'La connexion a été coupée',
        text: 'La porte est peut-être ouverte, peut-être pas. Essayez d’abord la poignée, puis réessayez.',
      },
      busy: {
        title: 'Quelqu’un l’ouvre en ce moment',
        text: 'Une autre demande est en cours. Essayez la poignée dans quelques secondes.',
      },
      limited: {
        title: 'Trop de tentatives',
        text: 'Pour protéger la serrure, il y a maintenant une courte pause.',
      },
      refused: {
        title: 'La porte reste fermée',
        text: 'Ce lien ne l’ouvre pas en ce moment. Appelez votre hôte ou écrivez-lui.',
      },
    },
    early: 'Il est encore un peu tôt',
    earlyText: (moment) => `Vous pourrez ouvrir la porte à partir du ${moment}. Le bouton apparaîtra ici.`,
    late: 'Votre séjour est terminé',
    lateText: 'Ce lien n’ouvre plus la porte. Vous avez oublié quelque chose ? Appelez votre hôte ou écrivez-lui.',
  },

  gone: {
    unknown: {
      title: 'Nous ne connaissons pas ce lien',
      text: 'Il en manque peut-être une partie. Rouvrez-le depuis le message ou demandez à votre hôte.',
    },
    revoked: {
      title: 'Ce guide a été retiré',
      text: 'Votre hôte a repris ce lien. Si vous logez ici, demandez-lui-en un nouveau.',
    },
    expired: {
      title: 'Ce guide a expiré',
      text: 'Le lien n’était valable que pour votre séjour. Nous espérons qu’il a été agréable !',
    },
  },
  silent: {
    title: 'Le service ne répond pas pour le moment',
    text: 'Le guide apparaît ici dès qu’il répond.',
  },
  unreachable: {
    title: 'Pas de connexion',
    text: 'Ce guide n’a pas encore été ouvert sur ce téléphone. Il apparaît dès que le réseau revient.',
  },
}
