import type { ReachWords } from './reach-en.ts'

export const fr: ReachWords = {
  audiences: {
    stranger: 'Un inconnu',
    guest: 'Un voyageur que le canal authentifie',
    vendor: 'Un prestataire que le canal authentifie',
  },
  says: {
    'search_knowledge.stranger':
      'Trouver les articles publiés pour les voyageurs qui ne concernent aucun logement en particulier.',
    'get_article.stranger':
      'Lire les articles publiés pour les voyageurs qui ne concernent aucun logement en particulier.',
    'create_task.stranger': 'Signaler un problème : une tâche marquée comme venant de l’extérieur, confiée à personne.',
    'search_knowledge.guest':
      'Trouver les articles publiés pour les voyageurs, dont ceux sur le logement de leur séjour.',
    'get_article.guest': 'Lire les articles publiés pour les voyageurs, dont ceux sur le logement de leur séjour.',
    'list_reservations.guest': 'Voir leurs propres séjours : logement, jours, état.',
    'get_reservation.guest': 'Voir un de leurs séjours, avec les moments d’arrivée et de départ.',
    'list_properties.guest': 'Voir dans quel logement ils séjournent, tant que le séjour n’est pas terminé.',
    'get_property.guest':
      'Voir le guide du logement de leur séjour : adresse, heures, consignes, règlement et le mot de passe du Wi-Fi d’une heure avant l’arrivée à une heure après le départ.',
    'list_conversations.guest': 'Voir la conversation dans laquelle ils écrivent.',
    'get_conversation.guest':
      'Lire ce qui a été dit dans leur conversation, sans les notes ni les brouillons de l’équipe.',
    'create_task.guest':
      'Signaler un problème dans le logement de leur séjour : une tâche marquée comme venant de l’extérieur, confiée à personne.',
    'search_knowledge.vendor':
      'Trouver les articles publiés pour les voyageurs qui ne concernent aucun logement en particulier.',
    'get_article.vendor':
      'Lire les articles publiés pour les voyageurs qui ne concernent aucun logement en particulier.',
    'list_tasks.vendor': 'Voir les tâches qui leur ont été confiées, avec l’adresse du logement.',
    'get_task.vendor': 'Lire une tâche qui leur a été confiée.',
    'create_task.vendor': 'Signaler un problème : une tâche marquée comme venant de l’extérieur, confiée à personne.',
    'set_task_status.vendor': 'Demander le changement d’état d’une de leurs tâches. Un membre dit oui d’abord.',
    'add_task_comment.vendor': 'Demander un commentaire sur une de leurs tâches. Un membre dit oui d’abord.',
  },
}
