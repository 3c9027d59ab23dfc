import { pluralIn } from '../../../../language/plural.ts'

const plural = pluralIn('en')

export const en = {
  label: 'The document, as YAML',
  hint: 'Ctrl Space completes, Escape then Tab leaves the editor.',
  suggestions: 'What could come next',
  save: 'Save draft',
  saved: 'Draft saved.',
  publish: 'Publish',
  publishOn: 'Publish and turn on',
  published: (number: number) => `Version ${number} is published.`,
  publishedOn: (number: number) => `Version ${number} is published, and on.`,
  isSaved: 'Saved',
  isOn: 'It is on as it stands here.',
  isChanged: 'Not saved yet',
  checking: 'Checking',
  good: 'Nothing is wrong with it.',
  problems: (count: number) => plural(count, `${count} problem`, `${count} problems`),
  line: (number: number) => `Line ${number}`,
  more: (count: number) => `And ${count} more.`,
  diagram: 'As a diagram',
  diagramOf: (steps: string) => `Steps: ${steps}`,
  noDiagram: 'It can be drawn once it can be read.',
  start: 'Start',
  end: 'End',
  kept: 'What you had written here and not saved is still there.',
  discard: 'Take the saved draft',
  readOnly: 'Only managers can change it.',
  archived: 'It is in the archive: take it out to change it.',
  conflict: {
    title: 'Somebody has saved this draft meanwhile',
    text: 'Yours is not saved. Below is what they changed, seen from yours.',
    mine: 'Save mine over it',
    theirs: 'Take theirs',
    difference: 'Theirs against yours',
  },
  added: 'New',
  removed: 'Gone',
  unchanged: (count: number) => plural(count, `${count} line is the same`, `${count} lines are the same`),
  keys: { save: 'Save draft' },
}

export type EditorWords = typeof en
