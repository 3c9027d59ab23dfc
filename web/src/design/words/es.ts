import type { DesignWords } from './en.ts'

export const es: DesignWords = {
  unsent: '¿Descartar lo escrito?',
  unsentText: 'Aún no se ha enviado y se perderá.',
  goOn: 'Seguir escribiendo',
  discard: 'Descartar',
}
