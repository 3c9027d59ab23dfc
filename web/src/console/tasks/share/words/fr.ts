import { pluralIn } from '../../../../language/plural.ts'
import type { ShareWords } from './en.ts'

const plural = pluralIn('fr')

export const fr: ShareWords = {
  title: 'Partager',
  make: 'Créer un lien',
  name: 'Pour qui',
  nameHint: 'Figure à côté de ce que cette personne écrit.',
  mode: 'Peut',
  modes: { carry_out: 'L’exécuter', view: 'La voir' },
  until: 'Valable',
  days: (count) => plural(count, `${count} jour`, `${count} jours`),
  forEver: 'N’expire pas',
  anybody: 'Quiconque a le lien',
  address: 'Lien',
  secret: 'Qui a ce lien a l’accès. Aucun compte n’est nécessaire.',
  mail: 'Par e-mail',
  send: 'Envoyer',
  show: 'Montrer',
  withdraw: 'Retirer',
  withdrawn: 'Le lien est retiré.',
  states: { active: 'Valable', revoked: 'Retiré', expired: 'Expiré' },
  copy: 'Copier',
  copied: 'Copié',
}
