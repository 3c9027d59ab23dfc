import { posix } from 'node:path'

/** The folders of src/modules in order of dependency: a module knows those before it, and none after it. */
const MODULE_ORDER = [
  'oauth',
  'identity',
  'views',
  'deliveries',
  'integrations',
  'tools',
  'properties',
  'workforce',
  'reservations',
  'tasks',
  'enrichment',
  'conversations',
  'knowledge',
  'meetings',
  'locks',
  'links',
  'workflows',
  'ai',
  'agents',
  'installs',
  'connections',
  'stays',
  'automations',
  'inbound',
  'notifications',
  'sync',
]

/** What reads the settings. */
const SETTINGS = ['config.ts', 'setting-reader.ts', 'vendor-settings.ts']

/** Files and folders of src that put the parts together, and may import all of them. */
const COMPOSITION = [
  'agent-door.ts',
  'agent-keeper.ts',
  'app.ts',
  'background.ts',
  'catalogue.ts',
  'cli.mjs',
  'host-document.ts',
  'install-door.ts',
  'main.mjs',
  'runtime.ts',
  'sandbox-door.ts',
  'serve.ts',
  'command-line.ts',
  'console-door.ts',
  'quick-start.mjs',
  'start-failure.ts',
  'sealed-places.ts',
  'upgrade.ts',
  'workflow-api.ts',
  'commands',
  'demo',
  'simulator',
]

/** What schemas may know of core: how to write a schema, and the words that core itself checks (scopes, roles). */
const CORE_FOR_SCHEMAS = ['schema.ts', 'access.ts', 'principal.ts', 'models.ts'].map((name) => `src/core/${name}`)

/** The files of core that only decide. */
const PURE_CORE = [
  'canonical-json.ts',
  'days.ts',
  'json-length.ts',
  'json-pointer.ts',
  'json-record.ts',
  'money.ts',
  'plain-text.ts',
  'uuid.ts',
].map((name) => `src/core/${name}`)

/**
 * Each may be imported only where its input is known: Ajv turns schemas into code, and a thread that handles other
 * people's texts must be walled in.
 */
const NAMED_IMPORTERS: { specifier: RegExp; files: string[] }[] = [
  {
    specifier: /^ajv(?!\/dist\/refs\/)/,
    files: ['src/core/validate.ts', 'src/modules/workflows/document-schema.ts'],
  },
  {
    specifier: /^(?:node:)?worker_threads$/,
    files: ['embedder-thread', 'embedder', 'one-thread', 'walled-thread'].map((name) => `src/core/${name}.ts`),
  },
  { specifier: /^(?:node:)?vm$/, files: ['src/core/in-time.ts'] },
]

const BANNED_WORDS = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types', 'constants', 'manager']
const LINES_MAX = 400

/** Made from the document, whatever its length. */
const GENERATED = 'sdk/src/schema.ts'
/** Who installs the package imports everything from here. */
const FRONT_DOOR = 'sdk/src/client.ts'

/** What a file is, by its place and suffix. Each kind has one row in the table of import rules. */
type Kind =
  | 'core'
  | 'door'
  | 'schema'
  | 'rules'
  | 'queries'
  | 'operations'
  | 'tools'
  | 'service'
  | 'config'
  | 'composition'
  | 'web'
  | 'client'
  | 'generator'

const SUFFIX_KINDS: Record<string, Kind> = {
  schema: 'schema',
  rules: 'rules',
  queries: 'queries',
  operations: 'operations',
  tools: 'tools',
  service: 'service',
  '': 'service',
}

interface Place {
  path: string
  kind: Kind
  /** The folder of a door (http, mcp), or the module. */
  home: string
}

interface Import {
  specifier: string
  typeOnly: boolean
  /** Undefined for Node's own modules and for libraries. */
  target: Place | undefined
}

export interface Violation {
  rule: keyof typeof RULES
  file: string
  what: string
}

/** Every rule with its way out; a rule without a test that breaks it fails the test of this list. */
export const RULES = {
  'file name': 'Name the file after what it holds: a noun of the product.',
  'file size': `A file has at most ${LINES_MAX} lines. Look for the second job in it and give it a file of its own.`,
  'known place': `src/ holds ${[...SETTINGS, ...COMPOSITION].join(', ')}, core, http, mcp and modules; a module file has no suffix or one of ${Object.keys(SUFFIX_KINDS).join(' ').trim()} test soak. A new module is added to MODULE_ORDER in test/architecture.ts.`,
  'readable import':
    "Write imports as `import … from '…'` or `import('…')` with a literal and no comment inside, so that this test can read them.",
  'import style': 'Inside a folder import ./x.ts; across folders import #core/x.ts, #modules/noun/x.ts, #src/x.ts.',
  'no barrels': 'Import from the file that declares the thing; take the re-export away.',
  'core imports':
    'core knows no noun and no door: it imports core, Node and libraries. Hand the rest in as an argument.',
  'door imports': 'http and mcp import core and their own folder; operations are handed in by app.ts.',
  'schema imports': `A schema imports ${CORE_FOR_SCHEMAS.join(', ')}, typebox and schemas of its own or earlier modules.`,
  'rules imports': `Rules import schemas, rules of their own module and ${PURE_CORE.join(', ')}. What they need to know is an argument; what they decide is the result.`,
  'queries imports':
    "Queries import core, and schemas, queries and types of rules of their own module. Another module's data comes through its service.",
  'service imports':
    'A service imports core, libraries, its own module (not its operations), and services and schemas of earlier modules. What an earlier module needs from a later one goes by events.',
  'operations imports': 'Operations import core and schemas, services and queries of their own module.',
  'tools imports':
    'Tools import core, schemas of their own module, and operations of it and earlier ones: they choose, they do not do.',
  'config imports': `${SETTINGS.join(', ')} import core, libraries and each other; only the files beside them import them. Hand the setting in as an argument.`,
  'web imports': 'The console and the pages import from src only types of schemas, with `import type`.',
  'client imports':
    'The published client imports its own files and nothing else: it runs on any platform and knows the service by its document.',
  'generator imports':
    'The generator of the client imports Node and its own files; it reads the document, not the service.',
  'named importers':
    'Ajv makes code of schemas: check those of others by core/json-schema.ts. Work on texts of others by core/stoppable-thread.ts.',
  'no sql in operations': 'Move the statement to a queries file.',
  environment: 'Only src/config.ts reads process.env. Add the setting there and hand it in as an argument.',
  'pure rules': 'Rules have no clock, no chance and no I/O. Take the time or the random value as an argument.',
} as const

export function violationsIn(files: ReadonlyMap<string, string>): Violation[] {
  return [...files].filter(([path]) => !isTest(path)).flatMap(([path, text]) => violationsOf(path, text))
}

export function describeViolation({ rule, file, what }: Violation): string {
  return `${file}: ${what}. Rule "${rule}": ${RULES[rule]}`
}

function isTest(path: string): boolean {
  return /\.(test|soak)\.tsx?$/.test(path)
}

function violationsOf(path: string, text: string): Violation[] {
  const found: Violation[] = []
  const report = (rule: Violation['rule'], what: string) => void found.push({ rule, file: path, what })
  const place = placeOf(path)
  if (!place) report('known place', 'it has no place in the layout')
  checkName(path, report)
  checkText(path, text, place, report)
  for (const entry of importsOf(path, text, report)) {
    checkStyle(path, entry, report)
    if (place) checkImport(place, entry, report)
    const named = entry.typeOnly ? undefined : NAMED_IMPORTERS.find(({ specifier }) => specifier.test(entry.specifier))
    if (path.startsWith('src/') && named?.files.includes(path) === false)
      report('named importers', `it imports ${entry.specifier}`)
  }
  return found
}

type Report = (rule: Violation['rule'], what: string) => void

function checkName(path: string, report: Report): void {
  const name = posix.basename(path)
  const banned = name.split(/[.-]/).find((word) => BANNED_WORDS.includes(word))
  if (banned) report('file name', `the name says "${banned}", which says nothing`)
  if (name.startsWith('index.')) report('no barrels', 'it is an index file')
}

function checkText(path: string, text: string, place: Place | undefined, report: Report): void {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (lines > LINES_MAX && path !== GENERATED) report('file size', `it has ${lines} lines`)
  if (/^export\s+(type\s+)?\*/m.test(text) && path !== FRONT_DOOR)
    report('no barrels', 'it exports all of another file')
  const readsEnvironment = /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\[|from\s+['"](node:)?process['"]/.test(text)
  if (readsEnvironment && path.startsWith('src/') && path !== 'src/config.ts')
    report('environment', 'it reads process.env')
  if (place?.kind === 'operations' && /\bsql(<[^`]*>)?`/.test(text)) report('no sql in operations', 'it has a sql text')
  const impure =
    /\bDate\.now\(|\bnew Date\(\s*\)|\bDate\(\s*\)|\bMath\.random\(|\brandomUUID\(|\bperformance\.|\bprocess\.|\bfetch\(|\bTemporal\.Now\b/
  const impurity = impure.exec(text)?.[0]
  if (place?.kind === 'rules' && impurity) report('pure rules', `it uses ${impurity}`)
}

const CLAUSE = String.raw`(?<type>type\s+)?(?:[\w$*{},\s]+?\s+from\s*)?`
const STATIC_IMPORT = new RegExp(String.raw`^import\s+${CLAUSE}['"](?<from>[^'"]+)['"]`, 'gm')
const RE_EXPORT = /^export\s+(?<type>type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s*['"](?<from>[^'"]+)['"]/gm
const DYNAMIC_IMPORT = /\bimport\(\s*['"](?<from>[^'"]+)['"]\s*\)/g

/** Fails closed: an `import` that the patterns do not understand is reported instead of overlooked. */
function importsOf(path: string, text: string, report: Report): Import[] {
  const found = [STATIC_IMPORT, RE_EXPORT, DYNAMIC_IMPORT].map((pattern) => [...text.matchAll(pattern)])
  const [statics = [], , dynamics = []] = found
  const written = text.match(/^import\b(?!\s*[.(])/gm)?.length ?? 0
  if (written !== statics.length) report('readable import', `${written - statics.length} imports cannot be read`)
  const called = text.match(/\bimport\(/g)?.length ?? 0
  if (called !== dynamics.length) report('readable import', `${called - dynamics.length} import() calls cannot be read`)
  return found.flat().map(({ groups }) => {
    const specifier = groups?.['from'] ?? ''
    return { specifier, typeOnly: groups?.['type'] !== undefined, target: targetOf(path, specifier) }
  })
}

function targetOf(path: string, specifier: string): Place | undefined {
  const file = specifier.startsWith('.')
    ? posix.join(posix.dirname(path), specifier)
    : specifier.startsWith('#')
      ? specifier.replace(/^#(?:src\/)?/, specifier.startsWith('#test/') ? '' : 'src/')
      : undefined
  // A file without a place is reported where it stands; here it counts as out of bounds for everyone.
  return file === undefined ? undefined : (placeOf(file) ?? { path: file, kind: 'composition', home: '' })
}

function placeOf(path: string): Place | undefined {
  const [top, folder, module, ...inModule] = path.split('/')
  if (top === 'web') return { path, kind: 'web', home: 'web' }
  if (top === 'sdk') return { path, kind: folder === 'src' ? 'client' : 'generator', home: 'sdk' }
  if (top !== 'src' || folder === undefined) return undefined
  if (SETTINGS.includes(folder)) return { path, kind: 'config', home: '' }
  if (COMPOSITION.includes(folder)) return { path, kind: 'composition', home: '' }
  if (folder === 'core') return { path, kind: 'core', home: folder }
  if (folder === 'http' || folder === 'mcp') return { path, kind: 'door', home: folder }
  if (folder !== 'modules' || module === undefined || !MODULE_ORDER.includes(module)) return undefined
  const suffix = /^[^.]+(?:\.(?<suffix>.+))?\.ts$/.exec(inModule.at(-1) ?? '')?.groups?.['suffix'] ?? ''
  const kind = inModule.length > 0 ? SUFFIX_KINDS[suffix] : undefined
  return kind && { path, kind, home: module }
}

function checkStyle(path: string, { specifier, target }: Import, report: Report): void {
  if (!path.startsWith('src/')) return
  if (specifier.startsWith('..')) report('import style', `it imports ${specifier}`)
  if (specifier.startsWith('#') && target && posix.dirname(target.path) === posix.dirname(path)) {
    report('import style', `it imports ${specifier} from its own folder`)
  }
}

function checkImport(from: Place, entry: Import, report: Report): void {
  const { rule, allows } = TABLE[from.kind]
  if (!allows(from, entry)) report(rule, `it imports ${entry.specifier}`)
  const isConfig = entry.target?.kind === 'config'
  if (isConfig && from.kind !== 'composition' && from.kind !== 'config')
    report('config imports', `it imports ${entry.specifier}`)
}

/** The schema language counts as part of the language in every module file. */
const isTypebox = ({ specifier }: Import) => specifier === 'typebox'
const isCore = ({ target }: Import) => target?.kind === 'core'
const isOutside = ({ target }: Import) => target === undefined
const isOwn = (from: Place, { target }: Import, ...kinds: Kind[]) =>
  target?.home === from.home && kinds.includes(target.kind)
const isEarlier = (from: Place, { target }: Import, ...kinds: Kind[]) =>
  target !== undefined &&
  kinds.includes(target.kind) &&
  MODULE_ORDER.indexOf(target.home) < MODULE_ORDER.indexOf(from.home)
const isPureCore = ({ target }: Import) => target !== undefined && PURE_CORE.includes(target.path)
const isSchema = (from: Place, entry: Import) =>
  isTypebox(entry) || isOwn(from, entry, 'schema') || isEarlier(from, entry, 'schema')
const isCoreForSchemas = ({ target }: Import) => target !== undefined && CORE_FOR_SCHEMAS.includes(target.path)

/** The import rules, a row for each kind of file. */
const TABLE: Record<Kind, { rule: Violation['rule']; allows: (from: Place, entry: Import) => boolean }> = {
  core: { rule: 'core imports', allows: (_, entry) => isCore(entry) || isOutside(entry) },
  door: {
    rule: 'door imports',
    allows: (from, entry) => isCore(entry) || isOutside(entry) || isOwn(from, entry, 'door'),
  },
  schema: { rule: 'schema imports', allows: (from, entry) => isSchema(from, entry) || isCoreForSchemas(entry) },
  rules: {
    rule: 'rules imports',
    allows: (from, entry) => isSchema(from, entry) || isOwn(from, entry, 'rules') || isPureCore(entry),
  },
  queries: {
    rule: 'queries imports',
    allows: (from, entry) =>
      isCore(entry) ||
      isTypebox(entry) ||
      isOwn(from, entry, 'schema', 'queries') ||
      (entry.typeOnly && isOwn(from, entry, 'rules')),
  },
  service: {
    rule: 'service imports',
    allows: (from, entry) =>
      isCore(entry) ||
      isOutside(entry) ||
      isOwn(from, entry, 'schema', 'rules', 'queries', 'service') ||
      // An unsuffixed file is a module's own business; other modules see its services and schemas.
      (isEarlier(from, entry, 'schema', 'service') && /\.(schema|service)\.ts$/.test(entry.specifier)),
  },
  operations: {
    rule: 'operations imports',
    allows: (from, entry) =>
      isCore(entry) ||
      isTypebox(entry) ||
      (isOwn(from, entry, 'schema', 'service', 'queries') && /\.(schema|service|queries)\.ts$/.test(entry.specifier)),
  },
  tools: {
    rule: 'tools imports',
    allows: (from, entry) =>
      isCore(entry) || isOwn(from, entry, 'operations', 'schema') || isEarlier(from, entry, 'operations'),
  },
  config: {
    rule: 'config imports',
    allows: (from, entry) => isCore(entry) || isOutside(entry) || isOwn(from, entry, 'config'),
  },
  composition: { rule: 'known place', allows: () => true },
  client: { rule: 'client imports', allows: (from, entry) => isOwn(from, entry, 'client') },
  generator: {
    rule: 'generator imports',
    allows: (from, entry) => isOutside(entry) || isOwn(from, entry, 'generator'),
  },
  web: {
    rule: 'web imports',
    allows: (_, entry) =>
      isOutside(entry) || entry.target?.kind === 'web' || (entry.target?.kind === 'schema' && entry.typeOnly),
  },
}
