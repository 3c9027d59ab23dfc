import { pluralIn } from '../../../../language/plural.ts'
import type { ShareWords } from './en.ts'

const plural = pluralIn('es')

export const es: ShareWords = {
  title: 'Compartir',
  make: 'Crear un enlace',
  name: 'Para quién',
  nameHint: 'Aparece junto a lo que escriba.',
  mode: 'Puede',
  modes: { carry_out: 'Llevarla a cabo', view: 'Verla' },
  until: 'Vale durante',
  days: (count) => plural(count, `${count} día`, `${count} días`),
  forEver: 'No caduca',
  anybody: 'Cualquiera con el enlace',
  address: 'Enlace',
  secret: 'Quien tiene este enlace tiene el acceso. No hace falta cuenta.',
  mail: 'Por correo',
  send: 'Enviar',
  show: 'Mostrar',
  withdraw: 'Retirar',
  withdrawn: 'El enlace está retirado.',
  states: { active: 'Vale', revoked: 'Retirado', expired: 'Caducado' },
  copy: 'Copiar',
  copied: 'Copiado',
}
