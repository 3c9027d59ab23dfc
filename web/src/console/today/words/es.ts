import { pluralIn } from '../../../language/plural.ts'
import type { TodayWords } from './en.ts'

const plural = pluralIn('es')

export const es: TodayWords = {
  title: 'Hoy',
  done: (done, total) => `${done} de ${total} hechas`,
  dayBefore: 'El día anterior',
  dayAfter: 'El día siguiente',
  byPerson: 'Por persona',
  byProperty: 'Por propiedad',
  nobody: 'Sin asignar',
  nowhere: 'Sin propiedad',
  anyTime: 'A cualquier hora',
  empty: 'No hay nada previsto',
  emptyText: 'Ninguna tarea tiene esta fecha.',
  late: 'atrasadas',
  unassigned: 'sin asignar',
  waiting: 'por aprobar',
  costs: 'Costes',
  count: (count) => plural(count, `${count} tarea`, `${count} tareas`),
  assign: (shortId) => `Dar ${shortId} a alguien`,
}
