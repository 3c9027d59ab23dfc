/** More than a model or a phone wants at once. */
const CHARS_MAX = 20_000

/** As many of the first as can be shown with their whole texts; a single long one always. */
export function wholeTexts<Row>(rows: readonly Row[], textOf: (row: Row) => string, charsMax = CHARS_MAX): Row[] {
  let chars = 0
  const end = rows.findIndex((row, index) => (chars += textOf(row).length) > charsMax && index > 0)
  return end === -1 ? [...rows] : rows.slice(0, end)
}
