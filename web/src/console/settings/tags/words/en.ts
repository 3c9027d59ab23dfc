export const en = {
  title: 'Tags',
  make: 'New tag',
  none: 'No tag yet',
  noneText: 'Tags group tasks across departments: deep clean, owner request, warranty.',
  name: 'Name',
  color: 'Colour',
  colors: {
    green: 'Green',
    blue: 'Blue',
    violet: 'Violet',
    pink: 'Pink',
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    grey: 'Grey',
  },
  outOfUse: 'Out of use',
  retire: 'Take out of use',
  revive: 'Use again',
  retired: (name: string) => `${name} is out of use. Tasks that have it keep it.`,
  revived: (name: string) => `${name} can be used again.`,
  saved: (name: string) => `${name} is saved.`,
}

export type TagsWords = typeof en
