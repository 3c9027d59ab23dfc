/** A piece of HTML. Only `html` makes one, and it escapes every value that is not one. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** html`<b>${title}</b>`: a text becomes text of the page, whatever signs it has; another piece is put in as it is. */
export function html(strings: TemplateStringsArray, ...values: (string | Html)[]): Html {
  const parts = values.map(
    (value, index) => (strings[index] ?? '') + (value instanceof Html ? value.text : escaped(value)),
  )
  return new Html(parts.join('') + (strings.at(-1) ?? ''))
}

export function joined(pieces: readonly Html[], separator: Html): Html {
  return new Html(pieces.map(({ text }) => text).join(separator.text))
}

const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => NAMES[sign] ?? '')
}
