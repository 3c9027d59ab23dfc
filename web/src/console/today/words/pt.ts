import { pluralIn } from '../../../language/plural.ts'
import type { TodayWords } from './en.ts'

const plural = pluralIn('pt')

export const pt: TodayWords = {
  title: 'Hoje',
  done: (done, total) => `${done} de ${total} feitas`,
  dayBefore: 'O dia anterior',
  dayAfter: 'O dia seguinte',
  week: 'A semana',
  viewsLabel: 'Como se vê o dia',
  views: { person: 'Por pessoa', property: 'Por alojamento', timeline: 'Horário', map: 'Mapa' },
  blocked: 'Bloqueada',
  blockedCount: 'bloqueadas',
  timelineHint: 'Arraste o trabalho para outra pessoa ou hora, ou leve-o com Shift e as setas.',
  mapAll: 'Todo o dia',
  mapList: 'Trabalho nestes alojamentos',
  mapWhole: 'Mapa inteiro',
  mapHomes: (count: number) => plural(count, `${count} alojamento`, `${count} alojamentos`),
  notOnMap: 'Fora do mapa: estes alojamentos não têm coordenadas',
  mapEmpty: 'Ainda nenhum alojamento tem coordenadas',
  mapEmptyText: 'Assim que um alojamento tiver latitude e longitude, aparece aqui.',
  keys: {
    hour: 'Mover o trabalho um quarto de hora',
    person: 'Levar o trabalho a outra pessoa',
    before: 'Passar o trabalho para o dia anterior',
    after: 'Passar o trabalho para o dia seguinte',
  },
  nobody: 'Por atribuir',
  nowhere: 'Sem alojamento',
  anyTime: 'A qualquer hora',
  empty: 'Nada está previsto',
  emptyText: 'Nenhuma tarefa tem esta data.',
  late: 'atrasadas',
  unassigned: 'por atribuir',
  waiting: 'por aprovar',
  costs: 'Custos ainda previstos',
  count: (count) => plural(count, `${count} tarefa`, `${count} tarefas`),
  assign: (shortId) => `Dar ${shortId} a alguém`,
}
