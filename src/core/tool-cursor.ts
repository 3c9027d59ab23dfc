/** Where a page begins, in a form that a client hands back and does not take apart. */
export function cursorAt(offset: number): string {
  return Buffer.from(`o${offset}`).toString('base64url')
}

/** Undefined for a text that is no cursor of ours. */
export function offsetOf(cursor: string): number | undefined {
  const digits = /^o(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  return digits === undefined ? undefined : Number(digits)
}
