import { pluralIn } from '../../../language/plural.ts'
import type { CalendarWords } from './en.ts'

const plural = pluralIn('pt')

export const pt: CalendarWords = {
  title: 'Calendário',
  homes: (count) => plural(count, `${count} alojamento`, `${count} alojamentos`),
  search: 'Procurar alojamentos',
  searchHint: 'Nome, código ou cidade',
  allStatuses: 'Todos os estados',
  weeks: (count) => plural(count, `${count} semana`, `${count} semanas`),
  howLong: 'Quantas semanas',
  earlier: 'Uma semana antes',
  later: 'Uma semana depois',
  today: 'Hoje',
  onlyClashes: (count) => (count === 0 ? 'Nada a verificar' : `A verificar: ${count}`),
  empty: { title: 'Nenhum alojamento corresponde', text: 'Tente outras palavras ou outro estado.' },
  allWell: {
    title: 'Nada a verificar',
    text: 'Nestas semanas nenhuma estadia se sobrepõe, e cada troca de hóspedes tem uma limpeza.',
  },
  home: 'Alojamento',
  open: 'Abrir o dia',
  nextClash: 'Próxima coisa a verificar',
  left: 'Um dia antes',
  right: 'Um dia depois',

  unnamed: 'Hóspede',
  stays: (name) => `${name} está no alojamento`,
  arrives: (name) => `${name} chega`,
  leaves: (name) => `${name} sai`,
  arrivesAt: (name, time) => `${name} chega às ${time}`,
  leavesAt: (name, time) => `${name} sai às ${time}`,
  tentative: 'ainda não é certo',
  people: (count) => plural(count, `${count} pessoa`, `${count} pessoas`),
  free: (nights) => plural(nights, `${nights} noite livre`, `${nights} noites livres`),
  freeShort: (nights) => plural(nights, `${nights} livre`, `${nights} livres`),
  freeNights: 'Noites livres',
  tasks: (count) => plural(count, `${count} tarefa`, `${count} tarefas`),
  done: (count) => plural(count, `${count} tarefa feita`, `${count} tarefas feitas`),
  nobody: 'Por atribuir',
  nothing: 'Neste dia nada acontece aqui.',
  nothingAnywhere: 'Neste dia ninguém chega nem sai, e não há trabalho previsto.',
  toLookAt: (count) => plural(count, `${count} coisa a verificar`, `${count} coisas a verificar`),
  toHome: 'Abrir o alojamento',
  toTasks: 'Trabalho deste dia',
  newTask: 'Nova tarefa aqui',
  hasClash: 'algo a verificar',
  planClean: 'Planear limpeza',
  stay: 'Estadia',
  legend: 'O que significam os sinais',

  clashes: {
    twoStays: 'Duas estadias ao mesmo tempo',
    noClean: 'Sem limpeza prevista',
    guestsIn: 'Trabalho com hóspedes dentro',
  },
  why: {
    twoStays: (one, other) => `${one} e ${other} têm o alojamento na mesma noite.`,
    noClean: (leaving, day) =>
      `${leaving} sai e o hóspede seguinte chega a ${day}. Não há trabalho previsto entre os dois.`,
    guestsIn: (work, guest) => `«${work}» está previsto enquanto ${guest} lá está.`,
  },
}
