import { pluralIn } from '../../../language/plural.ts'
import type { TodayWords } from './en.ts'

const plural = pluralIn('es')

export const es: TodayWords = {
  title: 'Hoy',
  done: (done, total) => `${done} de ${total} hechas`,
  dayBefore: 'El día anterior',
  dayAfter: 'El día siguiente',
  week: 'La semana',
  viewsLabel: 'Cómo se ve el día',
  views: { person: 'Por persona', property: 'Por alojamiento', timeline: 'Horario', map: 'Mapa' },
  blocked: 'Bloqueada',
  blockedCount: 'bloqueadas',
  timelineHint: 'Arrastre el trabajo a otra persona u hora, o llévelo con Mayús y las flechas.',
  mapAll: 'Todo el día',
  mapList: 'Trabajo en estos alojamientos',
  mapWhole: 'Mapa entero',
  mapHomes: (count: number) => plural(count, `${count} alojamiento`, `${count} alojamientos`),
  notOnMap: 'Fuera del mapa: estos alojamientos no tienen coordenadas',
  mapEmpty: 'Ningún alojamiento tiene coordenadas todavía',
  mapEmptyText: 'En cuanto un alojamiento tenga latitud y longitud, aparecerá aquí.',
  keys: {
    hour: 'Mover el trabajo un cuarto de hora',
    person: 'Llevar el trabajo a otra persona',
    before: 'Pasar el trabajo al día anterior',
    after: 'Pasar el trabajo al día siguiente',
  },
  nobody: 'Sin asignar',
  nowhere: 'Sin alojamiento',
  anyTime: 'A cualquier hora',
  empty: 'No hay nada previsto',
  emptyText: 'Ninguna tarea tiene esta fecha.',
  late: 'atrasadas',
  unassigned: 'sin asignar',
  waiting: 'por aprobar',
  costs: 'Costes aún previstos',
  count: (count) => plural(count, `${count} tarea`, `${count} tareas`),
  assign: (shortId) => `Dar ${shortId} a alguien`,
}
