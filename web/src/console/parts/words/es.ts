import type { PartsWords } from './en.ts'

export const es: PartsWords = {
  leaveTitle: '¿Salir sin guardar?',
  leaveText: 'Se perderá lo que ha cambiado aquí.',
  stay: 'Quedarse aquí',
  leave: 'Salir',
  turnedDays: 'El último día es anterior al primero.',
  conflict: {
    title: (name) => `${name} ha cambiado mientras tanto`,
    text: 'Otra persona ha cambiado lo mismo. No se ha sobrescrito nada.',
    theirs: 'Ahora es',
    mine: 'Usted quería',
    keep: 'Dejarlo así',
    takeMine: 'Usar lo mío',
  },
}
