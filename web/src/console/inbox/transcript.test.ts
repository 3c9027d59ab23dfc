import { expect, test } from 'vitest'
import { transcriptIn } from './transcript.ts'

test('a transcript is read line by line', () => {
  expect(transcriptIn('Agent: Good evening.\nCaller: No hot water: since noon.\n')).toEqual([
    { speaker: 'Agent', text: 'Good evening.' },
    { speaker: 'Caller', text: 'No hot water: since noon.' },
  ])
})

test.for(['', 'There was a call in which nothing was said.', 'Agent: Hello\nand then a line of nobody'])(
  '%j is no transcript',
  (text) => {
    expect(transcriptIn(text)).toBeUndefined()
  },
)
