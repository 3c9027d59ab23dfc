import type { SecretsWords } from './en.ts'

export const fr: SecretsWords = {
  title: 'Secrets des automatisations',
  make: 'Ajouter un secret',
  none: 'Aucun secret',
  noneText:
    'Clés et mots de passe dont les automatisations ont besoin pour d’autres systèmes. Un document les nomme avec use.secrets.',
  name: 'Nom',
  nameHint: 'Lettres, chiffres et _, comme PARTNER_KEY.',
  taken: 'Il y en a déjà un de ce nom. Dans la liste, il a « Nouvelle valeur ».',
  value: 'Valeur',
  valueHint: 'Elle est gardée scellée et n’est plus jamais montrée.',
  isFields: 'Elle a des champs, en JSON : {"username": "…", "password": "…"}',
  wrongJson: 'Ce n’est pas du JSON avec des champs.',
  replace: 'Nouvelle valeur',
  confirm: 'Remplacer la valeur',
  confirmText: 'La valeur actuelle est perdue. Les exécutions en cours ont la nouvelle dès leur prochaine étape.',
  set: (when: string) => `Défini ${when}`,
  saved: (name: string) => `${name} est défini.`,
  remove: 'Retirer',
  reallyRemove: 'Vraiment le retirer ?',
  removed: (name: string) => `${name} n’est plus là.`,
}
