import { pluralIn } from '../../../../language/plural.ts'
import type { ShareWords } from './en.ts'

const plural = pluralIn('pt')

export const pt: ShareWords = {
  title: 'Partilhar',
  make: 'Criar uma ligação',
  name: 'Para quem',
  nameHint: 'Fica junto do que essa pessoa escrever.',
  mode: 'Pode',
  modes: { carry_out: 'Executá-la', view: 'Vê-la' },
  until: 'Vale por',
  days: (count) => plural(count, `${count} dia`, `${count} dias`),
  forEver: 'Não expira',
  anybody: 'Quem tiver a ligação',
  address: 'Ligação',
  secret: 'Quem tem esta ligação tem o acesso. Não é preciso conta.',
  mail: 'Por e-mail',
  send: 'Enviar',
  show: 'Mostrar',
  withdraw: 'Retirar',
  withdrawn: 'A ligação foi retirada.',
  states: { active: 'Vale', revoked: 'Retirada', expired: 'Expirada' },
  copy: 'Copiar',
  copied: 'Copiado',
}
