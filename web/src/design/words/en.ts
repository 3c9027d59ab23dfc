export const en = {
  unsent: 'Discard what you have written?',
  unsentText: 'It has not been sent, and is lost then.',
  goOn: 'Go on writing',
  discard: 'Discard it',
}

export type DesignWords = typeof en
