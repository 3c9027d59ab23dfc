import type { SecretsWords } from './en.ts'

export const es: SecretsWords = {
  title: 'Secretos de las automatizaciones',
  make: 'Añadir secreto',
  none: 'Aún no hay secretos',
  noneText:
    'Claves y contraseñas que las automatizaciones necesitan para otros sistemas. Un documento las nombra con use.secrets.',
  name: 'Nombre',
  nameHint: 'Letras, cifras y _, como PARTNER_KEY.',
  taken: 'Ya hay uno con este nombre. En la lista tiene «Valor nuevo».',
  value: 'Valor',
  valueHint: 'Se guarda sellado y no se vuelve a mostrar.',
  isFields: 'Tiene campos, como JSON: {"username": "…", "password": "…"}',
  wrongJson: 'Esto no es JSON con campos.',
  replace: 'Valor nuevo',
  confirm: 'Reemplazar el valor',
  confirmText: 'El valor actual se pierde. Las ejecuciones en curso tienen el nuevo desde su siguiente paso.',
  set: (when: string) => `Fijado ${when}`,
  saved: (name: string) => `Se ha guardado ${name}.`,
  remove: 'Quitar',
  reallyRemove: '¿Quitarlo de verdad?',
  removed: (name: string) => `${name} ya no está.`,
}
