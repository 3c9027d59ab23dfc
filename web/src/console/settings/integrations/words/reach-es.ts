import type { ReachWords } from './reach-en.ts'

export const es: ReachWords = {
  audiences: {
    stranger: 'Un desconocido',
    guest: 'Un huésped que el canal acredita',
    vendor: 'Un proveedor que el canal acredita',
  },
  says: {
    'search_knowledge.stranger':
      'Buscar artículos publicados para huéspedes que no tratan de ninguna vivienda en concreto.',
    'get_article.stranger': 'Leer artículos publicados para huéspedes que no tratan de ninguna vivienda en concreto.',
    'create_task.stranger': 'Avisar de que algo va mal: una tarea marcada como de fuera y no asignada a nadie.',
    'search_knowledge.guest': 'Buscar artículos publicados para huéspedes, también los de la vivienda de su estancia.',
    'get_article.guest': 'Leer artículos publicados para huéspedes, también los de la vivienda de su estancia.',
    'list_reservations.guest': 'Ver sus propias estancias: vivienda, días, estado.',
    'get_reservation.guest': 'Ver una de sus estancias, con las horas de entrada y de salida.',
    'list_properties.guest': 'Ver en qué vivienda se aloja, mientras la estancia no haya terminado.',
    'get_property.guest':
      'Ver la guía de la vivienda de su estancia: dirección, horas, instrucciones, normas y la contraseña del wifi desde una hora antes de la entrada hasta una hora después de la salida.',
    'list_conversations.guest': 'Ver la conversación en la que escribe.',
    'get_conversation.guest': 'Leer lo que se dijo en su conversación, sin notas ni borradores del equipo.',
    'create_task.guest':
      'Avisar de que algo va mal en la vivienda de su estancia: una tarea marcada como de fuera y no asignada a nadie.',
    'search_knowledge.vendor':
      'Buscar artículos publicados para huéspedes que no tratan de ninguna vivienda en concreto.',
    'get_article.vendor': 'Leer artículos publicados para huéspedes que no tratan de ninguna vivienda en concreto.',
    'list_tasks.vendor': 'Ver las tareas que se le dieron, con la dirección de la vivienda.',
    'get_task.vendor': 'Leer una tarea que se le dio.',
    'create_task.vendor': 'Avisar de que algo va mal: una tarea marcada como de fuera y no asignada a nadie.',
    'set_task_status.vendor': 'Pedir que se cambie el estado de una tarea suya. Antes lo aprueba un miembro.',
    'add_task_comment.vendor': 'Pedir que se añada un comentario a una tarea suya. Antes lo aprueba un miembro.',
  },
}
