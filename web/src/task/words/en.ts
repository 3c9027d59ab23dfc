import { pluralIn } from '../../language/plural.ts'

const plural = pluralIn('en')

export const en = {
  pageTitle: 'Task',
  skip: 'Skip to the task',
  forName: (name: string) => `For ${name}`,
  viewOnly: 'View only',
  urgent: 'Urgent',
  high: 'High priority',
  done: 'Done',
  loading: 'Loading the task',

  where: 'Where',
  openMap: 'Open map',
  when: 'When',
  anyTime: 'Any time',
  about: (length: string) => `about ${length}`,
  access: 'Getting in',
  description: 'What to do',

  checklist: 'Checklist',
  doneOf: (done: number, total: number) => `${done} of ${total} done`,
  optional: 'Optional',
  yes: 'Yes',
  no: 'No',
  conditions: { GOOD: 'Good', FAIR: 'Fair', POOR: 'Poor', DAMAGED: 'Damaged' },
  conditionNote: 'Note on the condition',
  conditionNotePlaceholder: 'What did you notice?',
  textPlaceholder: 'Write here',
  fewer: 'One fewer',
  more: 'One more',
  stars: (count: number) => plural(count, `${count} star`, `${count} stars`),
  openExternal: 'Open',
  externalHint: 'Done in another system. It is ticked here by itself.',
  opensInNewTab: 'opens in a new tab',

  photos: 'Photos',
  noPhotos: 'No photos yet.',
  takePhoto: 'Take photo',
  choosePhotos: 'Choose photos',
  preparing: 'Preparing the photo',
  photoNumber: (number: number) => `Photo ${number}`,

  comments: 'Comments',
  noComments: 'No comments yet.',
  writeComment: 'Write a comment',
  send: 'Send',
  you: 'You',

  complete: 'Complete task',
  left: (count: number) => plural(count, `${count} thing left`, `${count} things left`),
  ruleNeeds: { photo: 'A photo is needed', cost: 'The office must enter a cost', summary: 'A summary is needed' },
  otherWorkFirst: 'Other work must be finished first',
  heldByOffice: 'The office must release this task first',
  completeTitle: 'Complete this task?',
  summary: 'Summary',
  summaryHint: 'What did you do? Anything the office should know?',
  summaryNeeded: 'A short summary is needed to complete this task.',
  cancel: 'Cancel',
  willComplete: 'Will be completed as soon as there is signal',
  completing: 'Completing',
  takeBack: 'Take back',

  waiting: 'Waiting for signal',
  unsaved: 'Could not be saved on this phone. Keep this page open until it is sent.',
  sending: 'Sending',
  sendingPercent: (percent: number) => `Sending, ${percent} %`,
  allSent: 'Everything is sent',
  waitingCount: (count: number) => plural(count, `${count} change waiting`, `${count} changes waiting`),
  noSignal: 'No signal',
  noSignalText: 'Go on working. Everything is kept on this phone and sent when the signal is back.',
  refused: 'Not accepted',
  refusedReasons: {
    completion_blocked: 'Something is still missing. Look at what is left and complete it again.',
    checklist_item_not_found: 'The office has taken this item off the list.',
    answer_mismatch: 'The office has changed this item. Answer it again.',
    already_completed: 'The task is completed already.',
    too_many_photos: 'There are as many photos as the task can hold.',
    file_too_large: 'The photo is larger than 10 MB, even when made smaller. Take another one.',
    file_not_an_image: 'This file is not a photo that we can read. Take another one.',
    image_too_many_pixels: 'The photo is too large. Take another one.',
    other: 'The server did not take it.',
  },
  tryAgain: 'Try again',
  discard: 'Discard',

  thanksTitle: 'All done. Thank you!',
  thanksName: (name: string) => `All done. Thank you, ${name}!`,
  completedAt: (moment: string) => `Completed ${moment}.`,
  afterwards: 'You can still add photos and comments.',

  gone: {
    unknown: {
      title: 'We do not know this link',
      text: 'Perhaps a part of it is missing. Open it again from the message you got, or ask whoever sent it.',
    },
    revoked: {
      title: 'This link was withdrawn',
      text: 'The office has taken it back. If you are still on this task, ask them for a new link.',
    },
    expired: {
      title: 'This link has run out',
      text: 'It was valid for a certain time only. Ask the office for a new one.',
    },
  },
  unsent: (count: number) =>
    plural(
      count,
      `${count} thing you did could not be sent. It is still on this phone.`,
      `${count} things you did could not be sent. They are still on this phone.`,
    ),
  unsentPhoto: 'Photo',
  silent: {
    title: 'The service does not answer just now',
    text: 'The task appears here as soon as it answers.',
  },
  unreachable: {
    title: 'No connection',
    text: 'This task was not opened on this phone before. We keep trying; it appears as soon as there is signal.',
  },
}

export type TaskWords = typeof en
