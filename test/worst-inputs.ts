/** Texts meant to stall the server: a nonlinear reader takes seconds for each. */
type Worst = (length: number) => string

const repeated =
  (piece: string, { start = '', end = '' } = {}): Worst =>
  (length) =>
    start + piece.repeat(Math.ceil(length / piece.length)) + end

/** For every reader of free text: what somebody says, writes, names, or publishes. */
export const WORST_TEXTS: Readonly<Record<string, Worst>> = {
  'a name that never becomes an address': repeated('airbnb.'),
  'addresses of reservations': repeated('Reservation URL:/HM'),
  'blanks before a letter': repeated(' ', { end: 'x' }),
  'tabs before a mark': repeated('\t', { start: '# ', end: 'H!\u2028' }),
  'line breaks': repeated('\n', { end: 'x' }),
  'tags that never close': repeated('<a '),
  'comments that never close': repeated('<!--'),
  'styles that never close': repeated('<style>'),
  brackets: repeated('['),
  'pictures that never close': repeated('![](('),
  'links that never close': repeated('[a](b'),
  quotes: repeated('"'),
  backticks: repeated('`'),
  stars: repeated('*a'),
  slashes: repeated('/', { end: 'x' }),
  backslashes: repeated('\\'),
  'half addresses of mail': repeated('a@'),
  'dots and percent signs': repeated('%.'),
  'half tokens': repeated('eyJ-'),
  'schemes without an address': repeated('0+A'),
  'numbers with blanks': repeated('1 2 '),
  'numbers with dashes': repeated('4-'),
  digits: repeated('7'),
  'codes without a number': repeated('code no no e'),
  'names with hyphens': repeated('-A', { start: 'Create a task for A A', end: '\u2028' }),
  'names with blanks': repeated(' A', { start: 'Create a task for A', end: '\u2028' }),
  'requests for details': repeated('details on '),
  'days of the week': repeated(' ON', { start: 'Y' }),
  colons: repeated(':\u2028\t', { end: '\n' }),
  'letters with many accents': repeated('\u0301', { start: 'e' }),
  'letters that join': repeated('👩\u200D'),
  'half placeholders': repeated('{{'),
  'lists in lists': repeated('- '),
  'sentences without an end': repeated('a. '),
  'one word': repeated('a'),
}

/** Workflow documents, as text. */
export const WORST_DOCUMENTS: Readonly<Record<string, () => string>> = {
  'thousands of tasks': () => documentOf(Array.from({ length: 7000 }, (_, n) => ({ [`t${n}`]: { set: { a: n } } }))),
  'thousands of tasks of one name': () => documentOf(Array.from({ length: 7000 }, () => ({ same: { set: { a: 1 } } }))),
  'thousands of expressions': () =>
    documentOf([{ a: { set: Object.fromEntries(Array.from({ length: 7000 }, (_, n) => [`k${n}`, `\${ .a${n} }`])) } }]),
  'a long expression': () => documentOf([{ a: { set: { x: `\${ ${'1 + '.repeat(25_000)}1 }` } } }]),
  'an expression of brackets': () => documentOf([{ a: { set: { x: `\${ ${'['.repeat(50_000)} }` } } }]),
  'an expression of strings': () => documentOf([{ a: { set: { x: `\${ ${'"\\('.repeat(30_000)} }` } } }]),
  'branches in branches': () => documentOf([nested(300)]),
  'many switches': () =>
    documentOf(
      Array.from({ length: 2000 }, (_, n) => ({
        [`s${n}`]: { switch: [{ one: goesOn(n) }] },
      })),
    ),
  'YAML with thousands of tasks': () => `${HEAD}do:\n${'- a: { set: { x: 1 } }\n'.repeat(10_000)}`,
  'YAML of open brackets': () => `${HEAD}do: ${'['.repeat(100_000)}`,
  'YAML of keys': () => `${HEAD}do:\n${Array.from({ length: 25_000 }, (_, n) => `k${n}: 1`).join('\n')}`,
  'YAML of anchors': () => `${HEAD}do:\n${Array.from({ length: 8000 }, (_, n) => `- &a${n} [*a${n - 1}]`).join('\n')}`,
  'YAML of blanks': () => `${HEAD}do:${' '.repeat(200_000)}x: y: z`,
  'YAML of quotes': () => `${HEAD}do: ${`"\\x`.repeat(60_000)}`,
}

/** Schemas that a tenant supplies for other people's input. */
export const WORST_SCHEMAS: Readonly<Record<string, () => unknown>> = {
  'a pattern that backtracks': () => ({ type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }),
  'thousands of properties': () => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`p${n}`, { type: 'string', minLength: n }])),
  }),
  'references that multiply': () => ({
    $defs: Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [
        `d${n}`,
        { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
      ]).concat([['d20', { type: 'object' }]] as never),
    ),
    $ref: '#/$defs/d0',
  }),
  'many alternatives': () => ({
    anyOf: Array.from({ length: 2000 }, (_, n) => ({ type: 'object', required: [`k${n}`] })),
  }),
}

const FEED_CHARACTERS = 5_000_000

/** Calendars of the maximum length. */
export const WORST_CALENDARS: Readonly<Record<string, () => string>> = {
  'a line of a million parameters': () => calendarOf(`X-A${';P=1'.repeat(FEED_CHARACTERS / 4)}:1`),
  'a million properties': () => calendarOf('X-A:1\r\n'.repeat(FEED_CHARACTERS / 7)),
  'a hundred thousand entries': () => calendarOf('END:VEVENT\r\nBEGIN:VEVENT\r\n'.repeat(FEED_CHARACTERS / 26)),
  'a text in half a million lines': () => calendarOf(`DESCRIPTION:${'airbnb.\r\n '.repeat(FEED_CHARACTERS / 10)}`),
}

/** OpenAPI documents that a workflow fetches. */
export const WORST_INTERFACES: Readonly<Record<string, () => unknown>> = {
  'parameters that each refer to one long pointer': () => {
    const name = 'x'.repeat(9)
    const deep: Record<string, unknown> = {}
    let at = deep
    for (let depth = 0; depth < 20; depth++) at = at[name] = {} as Record<string, unknown>
    Object.assign(at, { name: 'q', in: 'query', schema: { type: 'string' } })
    const $ref = `#/components/parameters/${Array.from({ length: 20 }, () => name).join('/')}`
    return interfaceOf({ parameters: Array.from({ length: 3000 }, () => ({ $ref })) }, { parameters: deep })
  },
  'thousands of operations in YAML': () =>
    `openapi: 3.0.3\npaths:\n${Array.from({ length: 15_000 }, (_, n) => `  /p${n}: { get: { operationId: o${n}, responses: {} } }`).join('\n')}`,
  'brackets in YAML': () => `openapi: 3.0.3\npaths: ${'['.repeat(1_000_000)}`,
  'brackets in JSON': () => `{"paths":${'['.repeat(4_000_000)}`,
  'server variables that multiply': () => ({
    ...interfaceOf({}, {}),
    servers: [
      {
        url: `https://localhost/${'{v}'.repeat(3000)}`,
        variables: { v: { default: 'y'.repeat(100_000) } },
      },
    ],
  }),
}

const HEAD = 'document: { dsl: 1.0.3, namespace: worst, name: worst, version: 1.0.0 }\n'

function documentOf(tasks: unknown): string {
  return JSON.stringify({ document: { dsl: '1.0.3', namespace: 'worst', name: 'worst', version: '1.0.0' }, do: tasks })
}

function calendarOf(line: string): string {
  const days = ['UID:worst', 'DTSTART;VALUE=DATE:20270110', 'DTEND;VALUE=DATE:20270112']
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...days, line, 'END:VEVENT', 'END:VCALENDAR', '']
  return lines.join('\r\n')
}

function goesOn(n: number): object {
  // oxlint-disable-next-line unicorn/no-thenable -- a word of the workflow language
  return { when: `.x == ${n}`, then: `s${(n * 7) % 2000}` }
}

function nested(depth: number): object {
  return depth === 0 ? { last: { set: { a: 1 } } } : { [`d${depth}`]: { do: [nested(depth - 1)] } }
}

function interfaceOf(operation: object, components: object): Record<string, unknown> {
  const get = { operationId: 'worst', responses: { 200: { description: 'Done.' } }, ...operation }
  return { openapi: '3.0.3', info: { title: 'Worst', version: '1' }, paths: { '/worst': { get } }, components }
}
