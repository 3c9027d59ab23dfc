export function escapePointer(name: string): string {
  return name.toWellFormed().replaceAll('\0', '\\u0000').replaceAll('~', '~0').replaceAll('/', '~1')
}

export function unescapePointer(text: string): string {
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}
