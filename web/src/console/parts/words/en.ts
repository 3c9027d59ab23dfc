export const en = {
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you changed here is lost then.',
  stay: 'Stay here',
  leave: 'Leave',
  turnedDays: 'The last day is before the first.',
  conflict: {
    title: (name: string) => `${name} was changed meanwhile`,
    text: 'Somebody else has changed the same. Nothing was overwritten.',
    theirs: 'It is now',
    mine: 'You wanted',
    keep: 'Leave it as it is',
    takeMine: 'Use mine',
  },
}

export type PartsWords = typeof en
