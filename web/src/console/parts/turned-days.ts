/** A last day before the first, as it also stands there while a year is being typed. Nothing can be between them. */
export function areTurned(first: string | undefined, last: string | undefined): boolean {
  return first !== undefined && last !== undefined && last < first
}
