import type { DepartmentsWords } from './en.ts'

export const pt: DepartmentsWords = {
  title: 'Departamentos',
  make: 'Novo departamento',
  none: 'Ainda sem departamentos',
  noneText: 'Cada tarefa pertence a um departamento. Crie o primeiro, por exemplo Limpeza.',
  name: 'Nome',
  kind: 'Tipo',
  kinds: {
    field_ops: { name: 'No terreno', text: 'As suas tarefas agendadas estão nas ordens de trabalho do dia.' },
    office: { name: 'Escritório', text: 'As suas tarefas não estão nas ordens de trabalho do dia.' },
  },
  goesTo: 'O trabalho novo vai para',
  goesToNobody: 'O trabalho novo não vai para ninguém por si só',
  primary: 'Responsável pelo trabalho novo',
  primaryHint: 'Usa-se quando uma tarefa é criada com as pessoas habituais.',
  nobody: 'Ninguém',
  others: 'E também',
  remove: 'Eliminar',
  reallyRemove: 'Eliminar de vez',
  saved: (name) => `${name} está guardado.`,
  removed: (name) => `${name} foi eliminado. As pessoas ficam.`,
}
