import { expect, test } from 'vitest'
import { createColours } from './yaml-colours.ts'

const colours = (text: string): string[] =>
  createColours()(text).map((line) =>
    line
      .filter((piece) => piece.text.trim() !== '')
      .map((piece) => `${piece.colour}:${piece.text.trim()}`)
      .join(' '),
  )

test.for([
  ['do:', 'key:do mark::'],
  [
    '  - greet: { set: { x: 1, on: true } }',
    'mark:- key:greet mark:: mark:{ key:set mark:: mark:{ key:x mark:: value:1 mark:, key:on mark:: value:true mark:} mark:}',
  ],
  ["title: 'It''s' # why", "key:title mark:: text:'It''s' comment:# why"],
  ['"key": "a: b"', 'key:"key" mark:: text:"a: b"'],
  ['call: task-create:1.0.0@default', 'key:call mark:: plain:task-create mark:: plain:1.0.0@default'],
  ['a: b#c', 'key:a mark:: plain:b#c'],
] as const)('%s', ([line, expected]) => {
  expect(colours(line)).toEqual([expected])
})

test('what stands deeper than a block is text', () => {
  expect(colours('a: |\n  x: 1\n\n  # y\nb: 2')).toEqual([
    'key:a mark:: mark:|',
    'text:x: 1',
    '',
    'text:# y',
    'key:b mark:: value:2',
  ])
})

test('nothing is lost, whatever is written, and a line that stays is the same object', () => {
  const lines = createColours()
  const odd = '"open \'both: {[\n\t- - a: ~\n<img src=x>:\n: :\n' + 'x: '.repeat(2000)
  const first = lines(odd)
  expect(first.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(odd)
  const second = lines(`new\n${odd}`)
  expect(second[1]).toBe(first[0])
})
