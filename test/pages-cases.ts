import { LANGUAGES, SIZES, THEMES, type Setting } from './browser.ts'

export interface Case extends Required<Omit<Setting, 'bypassPolicy'>> {
  scene: string
}
export type Screen = Pick<Case, 'size' | 'theme'>

const SCREENS = (Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((size) =>
  THEMES.map((theme) => ({ size, theme })),
)

/** Every scene on every screen in every language. */
export function allCases(scenes: readonly string[]): Case[] {
  return scenes.flatMap((scene) =>
    LANGUAGES.flatMap((language) => SCREENS.map((screen) => ({ scene, language, ...screen }))),
  )
}

/**
 * A tenth of them, those of a scene one after the other: every pair of size, theme and language, and each scene in both sizes and both themes. The scenes
 * take turns with the languages.
 */
export function pairwise(scenes: readonly string[]): Case[] {
  return scenes.flatMap((scene, row) => {
    const language = LANGUAGES[row % LANGUAGES.length] ?? 'en'
    const [left, right] = Math.floor(row / LANGUAGES.length) % 2 === 0 ? THEMES : THEMES.toReversed()
    return [
      { scene, language, size: 'phone', theme: left ?? 'light' },
      { scene, language, size: 'desktop', theme: right ?? 'dark' },
    ] satisfies Case[]
  })
}

const nameOf = ({ scene, size, theme, language }: Case): string => `${scene}, ${size}, ${theme}, ${language}`

/** Each scene is shown once, on its first screen, and looked at on all of its screens. */
export const byScene = (cases: readonly Case[]): [string, [Case, ...Case[]]][] =>
  [...Map.groupBy(cases, ({ scene }) => scene)].map(([scene, all]) => [scene, all as [Case, ...Case[]]])

/** A table for `test.for`: the name, and the case. */
export const named = (cases: readonly Case[]): [string, Case][] => cases.map((each) => [nameOf(each), each])
