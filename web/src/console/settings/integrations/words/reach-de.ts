import type { ReachWords } from './reach-en.ts'

export const de: ReachWords = {
  audiences: {
    stranger: 'Ein Fremder',
    guest: 'Ein Gast, den der Kanal ausweist',
    vendor: 'Ein Dienstleister, den der Kanal ausweist',
  },
  says: {
    'search_knowledge.stranger':
      'Veröffentlichte Artikel für Gäste finden, die von keiner bestimmten Unterkunft handeln.',
    'get_article.stranger': 'Veröffentlichte Artikel für Gäste lesen, die von keiner bestimmten Unterkunft handeln.',
    'create_task.stranger':
      'Melden, dass etwas nicht stimmt: eine Aufgabe, als von außen gekennzeichnet und niemandem gegeben.',
    'search_knowledge.guest': 'Veröffentlichte Artikel für Gäste finden, auch die über die eigene Unterkunft.',
    'get_article.guest': 'Veröffentlichte Artikel für Gäste lesen, auch die über die eigene Unterkunft.',
    'list_reservations.guest': 'Die eigenen Aufenthalte sehen: Unterkunft, Tage, Stand.',
    'get_reservation.guest': 'Einen eigenen Aufenthalt sehen, mit den Zeitpunkten von Anreise und Abreise.',
    'list_properties.guest': 'Sehen, in welcher Unterkunft man wohnt, solange der Aufenthalt nicht vorbei ist.',
    'get_property.guest':
      'Die Anleitung der eigenen Unterkunft sehen: Adresse, Zeiten, Hinweise, Hausordnung und das WLAN-Passwort von einer Stunde vor der Anreise bis eine Stunde nach der Abreise.',
    'list_conversations.guest': 'Die Unterhaltung sehen, in der man schreibt.',
    'get_conversation.guest':
      'Lesen, was in der eigenen Unterhaltung gesagt wurde, ohne Notizen und Entwürfe des Teams.',
    'create_task.guest':
      'Melden, dass in der eigenen Unterkunft etwas nicht stimmt: eine Aufgabe, als von außen gekennzeichnet und niemandem gegeben.',
    'search_knowledge.vendor':
      'Veröffentlichte Artikel für Gäste finden, die von keiner bestimmten Unterkunft handeln.',
    'get_article.vendor': 'Veröffentlichte Artikel für Gäste lesen, die von keiner bestimmten Unterkunft handeln.',
    'list_tasks.vendor': 'Die Aufgaben sehen, die man bekommen hat, mit der Adresse der Unterkunft.',
    'get_task.vendor': 'Eine Aufgabe lesen, die man bekommen hat.',
    'create_task.vendor':
      'Melden, dass etwas nicht stimmt: eine Aufgabe, als von außen gekennzeichnet und niemandem gegeben.',
    'set_task_status.vendor':
      'Darum bitten, dass der Stand einer eigenen Aufgabe gesetzt wird. Zuerst sagt ein Mitglied ja.',
    'add_task_comment.vendor': 'Um einen Kommentar an einer eigenen Aufgabe bitten. Zuerst sagt ein Mitglied ja.',
  },
}
