export type JsonText = { isGood: true; value: unknown } | { isGood: false }

/** The parts of a form that are written as JSON: their values, and which are not JSON. What is empty has no value. */
export function jsonPartsIn<Part extends string>(form: FormData, parts: readonly Part[]) {
  const read = parts.map((part) => ({ part, json: jsonIn(String(form.get(part))) }))
  const values = read.flatMap(({ part, json }) =>
    json.isGood && json.value !== undefined ? [[part, json.value] as const] : [],
  )
  return {
    values: Object.fromEntries(values),
    wrong: read.filter(({ json }) => !json.isGood).map(({ part }) => part),
  }
}

/** What somebody wrote as JSON; undefined for nothing. */
export function jsonIn(text: string): JsonText {
  if (text.trim() === '') return { isGood: true, value: undefined }
  try {
    return { isGood: true, value: JSON.parse(text) }
  } catch {
    return { isGood: false }
  }
}
