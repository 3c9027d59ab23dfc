import type { FlowSettingsWords } from './en.ts'

export const fr: FlowSettingsWords = {
  about: {
    title: 'Ce qu’elle est',
    name: 'Nom',
    description: 'Description',
    tags: 'Étiquettes',
    tagsHint: 'Séparées par des virgules.',
    kept: 'Jours de conservation des exécutions terminées',
  },
  turns: {
    title: 'Exécutions simultanées',
    limit: 'Combien au plus',
    limitHint: 'Vide : sans limite.',
    key: 'Comptées ensemble selon',
    keyHint: 'Un chemin dans l’entrée, comme .[0].data.propertyId. Vide : toutes comptent ensemble.',
    policy: 'Une de plus',
    policies: {
      queue: 'Attend son tour',
      skip: 'N’est pas lancée',
      replace: 'Prend la place de celles en cours',
    },
  },
  retry: {
    title: 'Quand un appel échoue passagèrement',
    text: 'Pas de réponse, 408, 425, 429 ou 5xx, si aucun try du document ne l’attrape. Vaut aussi pour celles en cours.',
    attempts: 'Combien de fois il est refait',
    attemptsHint: 'Vide : l’exécution échoue aussitôt.',
    delay: 'Secondes avant la première fois',
    backoff: 'Les attentes suivantes',
    backoffs: {
      constant: 'Égales',
      linear: 'Chacune augmente de la durée de la première',
      exponential: 'Chacune le double de la précédente',
    },
  },
  migration: {
    title: 'Deux moteurs',
    ref: (name: string) => `Dans l’autre elle s’appelle ${name}.`,
    compared: (same: number, all: number) => `Sur ${all} comparées, ${same} ont fait la même chose.`,
    needed: (count: number, part: string) => `On peut la reprendre à partir de ${count}, dont ${part} identiques.`,
    planned: (when: string) => `C’est prévu pour ${when}.`,
    to: {
      legacy: 'La laisser à l’autre moteur',
      shadow: 'Ici seulement comparer',
      service: 'La reprendre ici',
    },
    openRuns: 'Exécutions ouvertes du côté qui la cède',
    openRunsAre: {
      finish: 'Vont à leur fin',
      suspend: 'Sont suspendues',
      cancel: 'Sont annulées',
    },
    reason: 'Raison',
    force: 'Bien que les deux ne concordent pas assez (il faut une raison)',
    done: 'Modifié.',
  },
  save: 'Enregistrer les réglages',
  saved: 'Réglages enregistrés.',
}
