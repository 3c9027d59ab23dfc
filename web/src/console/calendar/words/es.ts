import { pluralIn } from '../../../language/plural.ts'
import type { CalendarWords } from './en.ts'

const plural = pluralIn('es')

export const es: CalendarWords = {
  title: 'Calendario',
  homes: (count) => plural(count, `${count} alojamiento`, `${count} alojamientos`),
  search: 'Buscar alojamientos',
  searchHint: 'Nombre, código o ciudad',
  allStatuses: 'Todos los estados',
  weeks: (count) => plural(count, `${count} semana`, `${count} semanas`),
  howLong: 'Cuántas semanas',
  earlier: 'Una semana antes',
  later: 'Una semana después',
  today: 'Hoy',
  onlyClashes: (count) => (count === 0 ? 'Nada que revisar' : `Por revisar: ${count}`),
  empty: { title: 'Ningún alojamiento coincide', text: 'Pruebe otras palabras u otro estado.' },
  allWell: {
    title: 'Nada que revisar',
    text: 'En estas semanas ninguna estancia coincide con otra, y cada cambio de huéspedes tiene su limpieza.',
  },
  home: 'Alojamiento',
  open: 'Abrir el día',
  nextClash: 'Lo siguiente por revisar',
  left: 'Un día antes',
  right: 'Un día después',

  unnamed: 'Huésped',
  stays: (name) => `${name} se aloja aquí`,
  arrives: (name) => `${name} llega`,
  leaves: (name) => `${name} se va`,
  arrivesAt: (name, time) => `${name} llega a las ${time}`,
  leavesAt: (name, time) => `${name} se va a las ${time}`,
  tentative: 'aún no es seguro',
  people: (count) => plural(count, `${count} persona`, `${count} personas`),
  free: (nights) => plural(nights, `${nights} noche libre`, `${nights} noches libres`),
  freeShort: (nights) => plural(nights, `${nights} libre`, `${nights} libres`),
  freeNights: 'Noches libres',
  tasks: (count) => plural(count, `${count} tarea`, `${count} tareas`),
  done: (count) => plural(count, `${count} tarea hecha`, `${count} tareas hechas`),
  nobody: 'Sin asignar',
  nothing: 'Este día no ocurre nada aquí.',
  nothingAnywhere: 'Este día nadie llega ni se va, y no hay trabajo previsto.',
  toLookAt: (count) => plural(count, `${count} cosa por revisar`, `${count} cosas por revisar`),
  toHome: 'Abrir el alojamiento',
  toTasks: 'Trabajo de este día',
  newTask: 'Nueva tarea aquí',
  hasClash: 'algo por revisar',
  planClean: 'Planificar limpieza',
  stay: 'Estancia',
  legend: 'Qué significan los signos',

  clashes: {
    twoStays: 'Dos estancias a la vez',
    noClean: 'Sin limpieza prevista',
    guestsIn: 'Trabajo con huéspedes dentro',
  },
  why: {
    twoStays: (one, other) => `${one} y ${other} tienen el alojamiento la misma noche.`,
    noClean: (leaving, day) =>
      `${leaving} se va y el siguiente huésped llega el ${day}. No hay trabajo previsto entre medias.`,
    guestsIn: (work, guest) => `«${work}» está previsto mientras ${guest} está dentro.`,
  },
}
