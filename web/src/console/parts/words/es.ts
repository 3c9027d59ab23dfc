import type { PartsWords } from './en.ts'

export const es: PartsWords = {
  leaveTitle: '¿Salir sin guardar?',
  leaveText: 'Se perderá lo que ha cambiado aquí.',
  stay: 'Quedarse aquí',
  leave: 'Salir',
}
