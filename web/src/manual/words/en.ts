export const en = {
  pageTitle: 'Your stay',
  skip: 'Skip to the guide',
  loading: 'Loading your guide',
  welcome: 'Welcome to',
  guide: 'Guest guide',
  savedCopy: 'No signal. This is the copy saved on your phone.',

  address: 'Address',
  openMap: 'Open map',
  copy: 'Copy',
  copied: 'Copied',
  opensInNewTab: 'opens in a new tab',
  checkin: 'Check-in',
  checkinFrom: (time: string) => `From ${time}`,
  checkinBetween: (from: string, to: string) => `${from} to ${to}`,
  wifi: 'Wi-Fi',
  network: 'Network',
  password: 'Password',
  parking: 'Parking',
  parkingThere: 'There is parking at the property.',
  rules: 'House rules',
  checkout: 'Check-out',
  checkoutUntil: (time: string) => `Until ${time}`,

  door: {
    title: 'The door',
    open: 'Open the door',
    holdToOpen: 'Hold to open',
    hint: 'Stand in front of the door, then press and hold for one second.',
    tooShort: 'A little longer: keep pressing until the ring closes.',
    withoutHolding: 'Open without holding',
    confirmTitle: 'Open the door now?',
    confirmText: 'Only confirm when you are standing in front of it.',
    confirm: 'Yes, open it',
    cancel: 'Cancel',
    opening: 'Opening',
    openingText: 'Asking the lock to open.',
    stillTrying: 'Still trying',
    stillTryingText: 'The lock takes a little longer. Please stay at the door.',
    opened: 'The door is open',
    openedText: 'Come in, and make yourself at home.',
    accepted: 'The lock has been told to open',
    acceptedText: 'It has not confirmed it yet. Try the handle.',
    needsSignal: 'The door needs signal',
    needsSignalText: 'Move a few steps or switch to mobile data. The button comes back by itself.',
    tryAgain: 'Try again',
    tryAgainIn: (seconds: number) => `Try again in ${seconds} s`,
    failed: {
      offline: {
        title: 'The lock does not answer',
        text: 'It may be out of reach or its battery is low. Try again in a moment. If it still does not open, call or write to your host.',
      },
      error: {
        title: 'The lock could not open',
        text: 'Check that the door is not being pushed or pulled, then try again. If it still does not open, call or write to your host.',
      },
      uncertain: {
        title: 'We are not sure that it opened',
        text: 'The lock did not answer in time. Try the handle first, then try again.',
      },
      lost: {
        title: 'The connection broke off',
        text: 'The door may or may not have opened. Try the handle first, then try again.',
      },
      busy: {
        title: 'Somebody is opening it right now',
        text: 'Another press is under way. Try the handle in a few seconds.',
      },
      limited: {
        title: 'Too many presses',
        text: 'To protect the lock there is a short pause now.',
      },
      refused: {
        title: 'The door stays closed',
        text: 'This link does not open it at the moment. Call or write to your host.',
      },
    },
    early: 'It is a little early',
    earlyText: (moment: string) => `You can open the door from ${moment}. The button appears here then.`,
    late: 'Your stay has ended',
    lateText: 'This link does not open the door any more. Did you forget something? Call or write to your host.',
  },

  gone: {
    unknown: {
      title: 'We do not know this link',
      text: 'Perhaps a part of it is missing. Open it again from the message you got, or ask your host.',
    },
    revoked: {
      title: 'This guide was withdrawn',
      text: 'Your host has taken this link back. If you are staying here, ask them for a new one.',
    },
    expired: {
      title: 'This guide has run out',
      text: 'The link was valid for your stay only. We hope you had a good time!',
    },
  },
  silent: {
    title: 'The service does not answer just now',
    text: 'The guide appears here as soon as it answers.',
  },
  unreachable: {
    title: 'No connection',
    text: 'This guide was not opened on this phone before. It appears as soon as there is signal.',
  },
}

export type ManualWords = typeof en
