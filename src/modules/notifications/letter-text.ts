import type { Letter } from './letter.ts'

const WIDTH = 10

/** The mail for those who read plain text. */
export function letterText(letter: Letter): string {
  const { label, title, sentence, facts, quote, description, button, reason, preferencesUrl } = letter
  const indented = (text: string, mark: string): string =>
    text
      .split('\n')
      .map((line) => `${mark}${line}`)
      .join('\n')
  const parts = [
    `${label.toUpperCase()}\n${title}`,
    sentence,
    quote && indented(quote, '> '),
    facts.map(({ label, text }) => `${`${label}:`.padEnd(WIDTH)}${text}`).join('\n'),
    description && indented(description, '  '),
    button && `${button.text}: ${button.url}`,
    [`-- `, reason, preferencesUrl && `Choose what you are told: ${preferencesUrl}`].filter(Boolean).join('\n'),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
