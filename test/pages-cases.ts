import { LANGUAGES, SIZES, THEMES, type Setting } from './browser.ts'

export interface Case extends Required<Omit<Setting, 'bypassPolicy'>> {
  scene: string
}

const SCREENS = (Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((size) =>
  THEMES.map((theme) => ({ size, theme })),
)

/** Every scene on every screen in every language. */
export function allCases(scenes: readonly string[]): Case[] {
  return scenes.flatMap((scene) =>
    LANGUAGES.flatMap((language) => SCREENS.map((screen) => ({ scene, language, ...screen }))),
  )
}

/** A quarter of them with every pair of scene, size, theme and language. */
export function pairwise(scenes: readonly string[]): Case[] {
  return scenes.flatMap((scene, row) =>
    LANGUAGES.flatMap((language, column) => {
      const screen = SCREENS[(row + column) % SCREENS.length]
      return screen ? [{ scene, language, ...screen }] : []
    }),
  )
}

export const nameOf = ({ scene, size, theme, language }: Case): string => `${scene}, ${size}, ${theme}, ${language}`

/** A table for `test.for`: the name, and the case. */
export const named = (cases: readonly Case[]): [string, Case][] => cases.map((each) => [nameOf(each), each])
