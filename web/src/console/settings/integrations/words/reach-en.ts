/** What outsiders could ask of an agent, by tool and audience. */
export const en = {
  audiences: {
    stranger: 'A stranger',
    guest: 'A guest whom the channel proves',
    vendor: 'A vendor whom the channel proves',
  },
  says: {
    'search_knowledge.stranger': 'Find published articles for guests that are about no particular property.',
    'get_article.stranger': 'Read published articles for guests that are about no particular property.',
    'create_task.stranger': 'Report that something is wrong: a task marked as from outside, given to nobody.',
    'search_knowledge.guest': 'Find published articles for guests, those about the property of their stay among them.',
    'get_article.guest': 'Read published articles for guests, those about the property of their stay among them.',
    'list_reservations.guest': 'See their own stays: property, days, state.',
    'get_reservation.guest': 'See one of their own stays, with the moments of check-in and check-out.',
    'list_properties.guest': 'See which property they stay in, as long as the stay is not over.',
    'get_property.guest':
      'See the guide of the property of their stay: address, times, instructions, house rules, and the Wi-Fi password from an hour before check-in to an hour after check-out.',
    'list_conversations.guest': 'See the conversation they write in.',
    'get_conversation.guest':
      'Read what was said in the conversation they write in, without notes and drafts of the team.',
    'create_task.guest':
      'Report that something is wrong in the property of their stay: a task marked as from outside, given to nobody.',
    'search_knowledge.vendor': 'Find published articles for guests that are about no particular property.',
    'get_article.vendor': 'Read published articles for guests that are about no particular property.',
    'list_tasks.vendor': 'See the tasks that were given to them, with the address of the property.',
    'get_task.vendor': 'Read a task that was given to them.',
    'create_task.vendor': 'Report that something is wrong: a task marked as from outside, given to nobody.',
    'set_task_status.vendor': 'Ask that the status of a task given to them is set. A member says yes first.',
    'add_task_comment.vendor': 'Ask that a comment is put on a task given to them. A member says yes first.',
  },
}

export type ReachWords = typeof en
