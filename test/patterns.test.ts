import { expect, test } from 'vitest'
import { longestTurn } from './longest-turn.ts'
import { judge, linearNames } from './pattern-judge.ts'
import { boundOf } from './patterns-bounded.ts'
import { nameOf, patterns, type Pattern } from './patterns.ts'

const LONG = 100_000
const HELD_MILLIS_MAX = 500
const all = patterns()

test('every pattern is linear, or what it reads is bounded', () => {
  const linear = linearNames()
  const unknown = all.filter((pattern) => !linear.has(nameOf(pattern)) && !boundOf(pattern))
  // Judges patterns that have not been judged yet; node test/judge-patterns.ts records the result so that this happens
  // once.
  const wrong = unknown.map((pattern) => ({ ...pattern, ...judge(pattern) })).filter(({ isLinear }) => !isLinear)
  expect(
    wrong.map(({ file, source, why }) => `${file}: ${source}: ${why}`),
    'write it anew, or bound what it reads and say so in test/patterns-bounded.ts',
  ).toEqual([])
})

test('the patterns that are made of texts are found too', () => {
  expect(all.filter(({ file }) => file === 'src/modules/ai/rule-slot.ts').map(({ source }) => source)).toContainEqual(
    expect.stringContaining('(?:[Tt]ask|[Tt]icket|[Jj]ob) for '),
  )
  expect(all.length).toBeGreaterThan(500)
})

/** The pattern's own words repeated, and what most patterns look for. */
function attacksOn(pattern: Pattern): string[] {
  const { source } = pattern
  const words = source.replaceAll(/\\[a-zA-Z]\{?|[^\p{L}\p{N}\s@.:/<"'#-]/gu, '')
  return [
    ...(boundOf(pattern)?.attacks ?? []),
    words,
    words.slice(0, 6),
    ' ',
    '\t',
    '\n',
    '/',
    '.',
    'a',
    'A',
    '1',
    '-A',
    ' A',
    '[',
  ].filter((each) => each !== '')
}

test('a hundred thousand characters of their worst hold nobody', async () => {
  const held: string[] = []
  for (const pattern of all) {
    const length = boundOf(pattern)?.lengthMax ?? LONG
    const expression = new RegExp(pattern.source, pattern.flags)
    for (const piece of attacksOn(pattern)) {
      const text = `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length - 1)}\u2028`
      const millis = await longestTurn(async () => text.replace(expression, ''))
      if (millis > HELD_MILLIS_MAX) held.push(`${pattern.file}: ${nameOf(pattern)} (${Math.round(millis)} ms)`)
    }
  }
  expect(held).toEqual([])
})
