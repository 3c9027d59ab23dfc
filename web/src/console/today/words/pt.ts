import { pluralIn } from '../../../language/plural.ts'
import type { TodayWords } from './en.ts'

const plural = pluralIn('pt')

export const pt: TodayWords = {
  title: 'Hoje',
  done: (done, total) => `${done} de ${total} feitas`,
  dayBefore: 'O dia anterior',
  dayAfter: 'O dia seguinte',
  byPerson: 'Por pessoa',
  byProperty: 'Por propriedade',
  nobody: 'Sem ninguém',
  nowhere: 'Sem propriedade',
  anyTime: 'A qualquer hora',
  empty: 'Nada está previsto',
  emptyText: 'Nenhuma tarefa tem esta data.',
  late: 'atrasadas',
  unassigned: 'sem ninguém',
  waiting: 'por aprovar',
  costs: 'Custos',
  count: (count) => plural(count, `${count} tarefa`, `${count} tarefas`),
  assign: (shortId) => `Dar ${shortId} a alguém`,
}
