export const en = {
  title: 'Notifications',
  which: 'Which are shown',
  all: 'All',
  unread: (count: number) => (count === 0 ? 'Unread' : `Unread (${count})`),
  isUnread: 'Unread:',
  read: (title: string) => `Mark as read: ${title}`,
  readAll: 'Mark all as read',
  choose: 'What you want to hear of',
  answered: 'Answered already',
  none: {
    title: 'Nothing was told to you yet',
    text: 'When work is given to you, changes, or somebody asks for your approval, it is written here.',
  },
  noneUnread: { title: 'You have read everything', text: 'What comes next appears here by itself.' },
  says: {
    workflowOff: 'It was turned off: expressions in JSONata no longer run',
    signIn: (program: string) =>
      program === ''
        ? 'Somebody signed in with your account on a new device'
        : `Somebody signed in with your account on a new device: ${program}`,
    assigned: (name: string) => `${name} gave it to you`,
    completed: (name: string) => `${name} completed it`,
    deleted: (name: string) => `${name} deleted it: there is nothing left to do`,
    closed: (name: string) => `${name} closed it: there is nothing left to do`,
    rejected: (name: string) => `${name} rejected it: there is nothing left to do`,
    takenOff: (name: string) => `${name} took you off it: there is nothing left for you to do`,
    openedAgain: (name: string) => `${name} opened it again: it is yours to do`,
    restored: (name: string) => `${name} brought it back: it is yours to do`,
    commented: (name: string) => `${name} wrote a comment`,
    commentedThat: (name: string, text: string) => `${name}: “${text}”`,
    urgent: (name: string) => `${name} made it urgent`,
    orphaned: (name: string) => `${name} made it urgent, and nobody is on it yet`,
    moved: (name: string, when: string) => `${name} moved it to ${when}`,
    planned: (name: string, when: string) => `${name} planned it for ${when}`,
    unplanned: (name: string) => `${name} took the date off it`,
    approval: 'An automation waits for your answer',
    reminder: 'An automation still waits for your answer',
  },
}

export type NotificationsWords = typeof en
