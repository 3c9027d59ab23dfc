export const en = {
  about: {
    title: 'What it is',
    name: 'Name',
    description: 'Description',
    tags: 'Tags',
    tagsHint: 'With commas between them.',
    kept: 'Days that finished runs are kept',
  },
  turns: {
    title: 'Runs at a time',
    limit: 'How many at most',
    limitHint: 'Empty: any number.',
    key: 'Counted together by',
    keyHint: 'A path into the input, such as .[0].data.propertyId. Empty: all count together.',
    policy: 'One more than that',
    policies: {
      queue: 'Waits for its turn',
      skip: 'Is not started',
      replace: 'Takes the place of those under way',
    },
  },
  retry: {
    title: 'When a call fails in passing',
    text: 'No answer, 408, 425, 429 or 5xx, where no try of the document catches it. It counts for runs under way too.',
    attempts: 'How often it is made again',
    attemptsHint: 'Empty: the run fails at once.',
    delay: 'Seconds before the first time',
    backoff: 'The waits after it',
    backoffs: {
      constant: 'Equally long',
      linear: 'Each longer by the first',
      exponential: 'Each twice the one before',
    },
  },
  migration: {
    title: 'Two engines',
    ref: (name: string) => `In the other one it is called ${name}.`,
    compared: (same: number, all: number) => `Of ${all} compared, ${same} did the same.`,
    needed: (count: number, part: string) => `It can be taken over from ${count} on of which ${part} are the same.`,
    planned: (when: string) => `It is planned for ${when}.`,
    to: {
      legacy: 'Leave it to the other engine',
      shadow: 'Only compare here',
      service: 'Take it over here',
    },
    openRuns: 'Open runs of the side that loses it',
    openRunsAre: {
      finish: 'Come to their end',
      suspend: 'Are suspended',
      cancel: 'Are cancelled',
    },
    reason: 'Reason',
    force: 'Although the two do not agree enough (needs a reason)',
    done: 'Changed.',
  },
  save: 'Save settings',
  saved: 'Settings saved.',
}

export type FlowSettingsWords = typeof en
