import type { NotificationsWords } from './en.ts'

export const es: NotificationsWords = {
  title: 'Avisos',
  which: 'Cuáles se muestran',
  all: 'Todos',
  unread: (count) => (count === 0 ? 'Sin leer' : `Sin leer (${count})`),
  isUnread: 'Sin leer:',
  read: (title) => `Marcar como leído: ${title}`,
  readAll: 'Marcar todo como leído',
  choose: 'De qué quiere enterarse',
  answered: 'Ya respondida',
  none: {
    title: 'Aún no hay avisos',
    text: 'Cuando le asignen un trabajo, cambie algo en él o alguien pida su aprobación, lo leerá aquí.',
  },
  noneUnread: { title: 'Lo ha leído todo', text: 'Lo próximo aparecerá aquí por sí solo.' },
  says: {
    workflowOff: 'Se ha desactivado: las expresiones en JSONata ya no se ejecutan',
    signIn: (program: string) =>
      program === ''
        ? 'Alguien ha iniciado sesión con su cuenta en un dispositivo nuevo'
        : `Alguien ha iniciado sesión con su cuenta en un dispositivo nuevo: ${program}`,
    assigned: (name) => `${name} se la ha asignado`,
    completed: (name) => `${name} la ha completado`,
    deleted: (name) => `${name} la ha eliminado: no queda nada por hacer`,
    closed: (name) => `${name} la ha cerrado: no queda nada por hacer`,
    rejected: (name) => `${name} la ha rechazado: no queda nada por hacer`,
    takenOff: (name) => `${name} se la ha retirado: no le queda nada por hacer`,
    openedAgain: (name) => `${name} la ha vuelto a abrir: vuelve a ser suya`,
    restored: (name) => `${name} la ha recuperado: vuelve a ser suya`,
    commented: (name) => `${name} ha escrito un comentario`,
    commentedThat: (name, text) => `${name}: «${text}»`,
    urgent: (name) => `${name} la ha marcado como urgente`,
    orphaned: (name) => `${name} la ha marcado como urgente y todavía no la lleva nadie`,
    moved: (name, when) => `${name} la ha pasado al ${when}`,
    planned: (name, when) => `${name} la ha programado para el ${when}`,
    unplanned: (name) => `${name} le ha quitado la fecha`,
    approval: 'Una automatización espera su respuesta',
    reminder: 'Una automatización sigue esperando su respuesta',
  },
}
