import pg from 'pg'

const { TIMESTAMPTZ, DATE, TIME, INT8, NUMERIC, JSON: JSON_TEXT, JSONB, TEXT } = pg.types.builtins
const UUID_LIST: number = 2951

/** `2026-11-15 02:17:00.5+00`, as a session in UTC prints it, to `2026-11-15T02:17:00.500Z`. */
function isoTimestamp(text: string): string {
  const gap = text.indexOf(' ')
  const fraction = text.slice(gap + 10, -'+00'.length).padEnd(3, '0')
  return `${text.slice(0, gap)}T${text.slice(gap + 1, gap + 9)}.${fraction}Z`
}

/** Most are empty, and a list of fifty tasks has two hundred of them. */
function parsedJson(text: string): unknown {
  if (text === '{}') return {}
  return text === '[]' ? [] : JSON.parse(text)
}

function uuidList(text: string): unknown {
  return text === '{}' ? [] : pg.types.getTypeParser(UUID_LIST, 'text')(text)
}

/** What pg does with the types that it leaves as they come. */
export const asText = pg.types.getTypeParser(TEXT, 'text')

const parsers: Record<number, (text: string) => unknown> = {
  [TIMESTAMPTZ]: isoTimestamp,
  [DATE]: asText,
  [TIME]: asText,
  [INT8]: Number,
  [NUMERIC]: Number,
  [JSON_TEXT]: parsedJson,
  [JSONB]: parsedJson,
  [UUID_LIST]: uuidList,
}

/**
 * How our own queries read columns: times as the texts the API sends, so that no `Date` is made and formatted
 * again for each row. Given per query, because pg-boss shares the connection and expects pg's defaults. It is a list
 * because pg also passes it on as the (here empty) list of parameter types.
 */
export const columnParsers: pg.CustomTypesConfig = Object.assign([], {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format),
})
