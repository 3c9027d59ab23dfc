import pg from 'pg'

const { TIMESTAMPTZ, DATE, TIME, INT8, NUMERIC } = pg.types.builtins

/** `2026-11-15 02:17:00.5+00`, as a session in UTC prints it, to `2026-11-15T02:17:00.500Z`. */
function isoTimestamp(text: string): string {
  const dot = text.indexOf('.')
  const seconds = dot === -1 ? text.slice(0, 19) : text.slice(0, dot)
  const fraction = dot === -1 ? '000' : text.slice(dot + 1, text.indexOf('+', dot)).padEnd(3, '0')
  return `${seconds.replace(' ', 'T')}.${fraction}Z`
}

const asText = (text: string): string => text

const parsers: Record<number, (text: string) => unknown> = {
  [TIMESTAMPTZ]: isoTimestamp,
  [DATE]: asText,
  [TIME]: asText,
  [INT8]: Number,
  [NUMERIC]: Number,
}

/**
 * How our own queries read columns: times as the texts the API sends, so that no `Date` is made and formatted
 * again for each row. Given per query, because pg-boss shares the connection and expects pg's defaults. It is a list
 * because pg also passes it on as the (here empty) list of parameter types.
 */
export const columnParsers: pg.CustomTypesConfig = Object.assign([], {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format),
})
