import type { ReachWords } from './reach-en.ts'

export const pt: ReachWords = {
  audiences: {
    stranger: 'Um desconhecido',
    guest: 'Um hóspede que o canal comprova',
    vendor: 'Um fornecedor que o canal comprova',
  },
  says: {
    'search_knowledge.stranger':
      'Encontrar artigos publicados para hóspedes que não são sobre nenhuma casa em particular.',
    'get_article.stranger': 'Ler artigos publicados para hóspedes que não são sobre nenhuma casa em particular.',
    'create_task.stranger': 'Comunicar que algo está mal: uma tarefa marcada como vinda de fora e não dada a ninguém.',
    'search_knowledge.guest': 'Encontrar artigos publicados para hóspedes, também os da casa da sua estadia.',
    'get_article.guest': 'Ler artigos publicados para hóspedes, também os da casa da sua estadia.',
    'list_reservations.guest': 'Ver as suas próprias estadias: casa, dias, estado.',
    'get_reservation.guest': 'Ver uma das suas estadias, com os momentos de entrada e de saída.',
    'list_properties.guest': 'Ver em que casa está, enquanto a estadia não terminou.',
    'get_property.guest':
      'Ver o guia da casa da sua estadia: morada, horas, instruções, regras e a palavra-passe do Wi-Fi desde uma hora antes da entrada até uma hora depois da saída.',
    'list_conversations.guest': 'Ver a conversa em que escreve.',
    'get_conversation.guest': 'Ler o que foi dito na sua conversa, sem notas nem rascunhos da equipa.',
    'create_task.guest':
      'Comunicar que algo está mal na casa da sua estadia: uma tarefa marcada como vinda de fora e não dada a ninguém.',
    'search_knowledge.vendor':
      'Encontrar artigos publicados para hóspedes que não são sobre nenhuma casa em particular.',
    'get_article.vendor': 'Ler artigos publicados para hóspedes que não são sobre nenhuma casa em particular.',
    'list_tasks.vendor': 'Ver as tarefas que lhe foram dadas, com a morada da casa.',
    'get_task.vendor': 'Ler uma tarefa que lhe foi dada.',
    'create_task.vendor': 'Comunicar que algo está mal: uma tarefa marcada como vinda de fora e não dada a ninguém.',
    'set_task_status.vendor': 'Pedir que o estado de uma tarefa sua seja mudado. Primeiro um membro diz sim.',
    'add_task_comment.vendor': 'Pedir um comentário numa tarefa sua. Primeiro um membro diz sim.',
  },
}
