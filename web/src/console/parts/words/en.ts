export const en = {
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you changed here is lost then.',
  stay: 'Stay here',
  leave: 'Leave',
}

export type PartsWords = typeof en
