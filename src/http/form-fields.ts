/** A field given twice must not mean whichever of the two a reader likes. */
export function formFields(
  text: string,
  refuse: (field: string, message: string) => never,
): Record<string, string | undefined> {
  const fields: Record<string, string | undefined> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) refuse(name, `${name} is given twice.`)
    if (value.includes('\0')) refuse(name, `${name} must not contain a NUL character.`)
    fields[name] = value
  }
  return fields
}
