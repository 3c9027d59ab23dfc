import type { Letter } from './letter.ts'

const WIDTH = 10

/** The mail for those who read plain text. */
export function letterText(letter: Letter): string {
  const { label, shortId, title, sentence, facts, quote, description, taskUrl, reason, preferencesUrl } = letter
  const indented = (text: string, mark: string): string =>
    text
      .split('\n')
      .map((line) => `${mark}${line}`)
      .join('\n')
  const parts = [
    `${label.toUpperCase()}\n${title}`,
    sentence,
    quote && indented(quote, '> '),
    [...facts, { label: 'Task', text: shortId }]
      .map(({ label, text }) => `${`${label}:`.padEnd(WIDTH)}${text}`)
      .join('\n'),
    description && indented(description, '  '),
    taskUrl && `Open the task: ${taskUrl}`,
    [`-- `, reason, preferencesUrl && `Choose what you are told: ${preferencesUrl}`].filter(Boolean).join('\n'),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
