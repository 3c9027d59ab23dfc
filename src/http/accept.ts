const RANGE = /^\s*([\w!#$&^.+*-]+\/[\w!#$&^.+*-]+)\s*((?:;[^,]*)?)$/

/**
 * Which of these media types a caller wants most; undefined when it has no wish among them. Of equals the one that the
 * caller names first.
 */
export function accepted(header: string | undefined, types: readonly string[]): string | undefined {
  const ranges = (header ?? '').split(',').flatMap((part) => {
    const [, type = '', parameters = ''] = RANGE.exec(part) ?? []
    const weight = Number(/;\s*q=([\d.]+)/i.exec(parameters)?.[1] ?? 1)
    return type !== '' && weight > 0 ? [{ type: type.toLowerCase(), weight }] : []
  })
  const [best] = ranges.filter(({ type }) => types.includes(type)).toSorted((left, right) => right.weight - left.weight)
  return best?.type
}
