import type { TagsWords } from './en.ts'

export const pt: TagsWords = {
  title: 'Etiquetas',
  make: 'Nova etiqueta',
  none: 'Ainda sem etiquetas',
  noneText: 'As etiquetas agrupam tarefas de vários departamentos: limpeza profunda, pedido do proprietário, garantia.',
  name: 'Nome',
  color: 'Cor',
  colors: {
    green: 'Verde',
    blue: 'Azul',
    violet: 'Violeta',
    pink: 'Rosa',
    red: 'Vermelho',
    orange: 'Laranja',
    yellow: 'Amarelo',
    grey: 'Cinzento',
  },
  outOfUse: 'Fora de uso',
  retire: 'Deixar de usar',
  revive: 'Voltar a usar',
  retired: (name) => `${name} está fora de uso. As tarefas que a têm ficam com ela.`,
  revived: (name) => `${name} pode voltar a ser usada.`,
  saved: (name) => `${name} está guardada.`,
}
