import type { Conversation } from '#modules/conversations/conversation.schema.ts'

interface DemoTalk {
  channel: Conversation['channel']
  /** A guest of the demo, whose stay it is about; or somebody else by name. */
  guest?: string
  from?: { name: string; address: string }
  property?: string
  subject?: string
  assignee?: string
  /** Read by the team up to here, and put aside or closed. */
  status?: 'closed'
  isRead?: boolean
  /** Who of us wrote it, or nobody when it came from outside. */
  messages: { minutesAgo: number; by?: string; text: string }[]
  draft?: { by: string; text: string }
}

export const TALKS: DemoTalk[] = [
  {
    channel: 'whatsapp',
    guest: 'Clara Weiss',
    subject: 'Check-out',
    assignee: 'Sofia Nunes',
    status: 'closed',
    messages: [
      { minutesAgo: 1500, text: 'Good morning! Where do we leave the keys tomorrow?' },
      { minutesAgo: 1488, by: 'Sofia Nunes', text: 'On the kitchen table, and just pull the door shut. Safe travels!' },
      { minutesAgo: 1480, text: 'Perfect, thank you for everything. We loved the terrace.' },
    ],
    isRead: true,
  },
  {
    channel: 'email',
    from: { name: 'Marco Rossi', address: 'marco.rossi@owners.example' },
    property: 'Quinta da Serra',
    subject: 'Roof repair and October statement',
    assignee: 'Rui Almeida',
    messages: [
      {
        minutesAgo: 1130,
        text: 'Dear Rui,\n\nthe October statement lists 480 EUR for the roof. Could you send me the invoice, and tell me whether the leak over the stairs is closed for the winter?\n\nKind regards\nMarco Rossi',
      },
      {
        minutesAgo: 990,
        by: 'Rui Almeida',
        text: 'Dear Marco,\n\nI have asked the roofer for the invoice. We walk through the house in two days and I will look at the stairs myself.\n\nBest wishes\nRui',
      },
    ],
    isRead: true,
  },
  {
    channel: 'booking',
    guest: 'Amélie Laurent',
    subject: 'Wi-Fi',
    messages: [
      { minutesAgo: 95, text: 'Hello, the Wi-Fi in the bedroom stops every few minutes. I have a call at four.' },
      {
        minutesAgo: 82,
        by: 'Sofia Nunes',
        text: 'I am sorry about that. Could you switch the small white box by the sofa off and on?',
      },
      { minutesAgo: 61, text: 'Done, but it is the same. It works in the living room.' },
    ],
  },
  {
    channel: 'airbnb',
    guest: 'Oliver Brandt',
    subject: 'Late check-in',
    assignee: 'Sofia Nunes',
    messages: [
      { minutesAgo: 210, text: 'Hi, our flight lands at 21:40. Can we still check in tonight?' },
      { minutesAgo: 190, by: 'Sofia Nunes', text: 'Of course. Check-in is by yourselves, whatever the hour.' },
      { minutesAgo: 24, text: 'Great! We will be four with two small children, about 23:00. Is there a cot?' },
    ],
    draft: {
      by: 'Sofia Nunes',
      text: 'Yes, the cot is in the wardrobe of the second bedroom, with fresh linen. The code for the door comes to you at 15:00.',
    },
  },
]
