import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { DatabaseSettings } from '#core/database.ts'
import { mailbox, smtpServer, type MailSettings } from '#core/mail-settings.ts'
import type { ModelPrice } from '#core/model-use.ts'
import { modelNamed, PURPOSES, type ModelProvider, type ModelSettings } from '#core/models.ts'
import type { StorageSettings } from '#core/storage.ts'
import { readerOf, WrongSetting, type Environment, type Reader } from './setting-reader.ts'
import { readVendors, type VendorSettings } from './vendor-settings.ts'

/** Every setting, read once. Each is described in docs/operations.md. */
export interface Config extends VendorSettings {
  readonly version: string
  readonly host: string
  readonly port: number
  readonly appUrl: string
  readonly baseUrl: string
  readonly role: 'all' | 'api' | 'worker'
  readonly dataDir: string
  readonly database: DatabaseSettings
  /** The database as its owner, for migrations. Undefined: `databaseUrl` migrates too. */
  readonly migrationUrl: string | undefined
  readonly storage: StorageSettings
  /** Undefined means: send no mail. */
  readonly mail: MailSettings | undefined
  /** Signs sessions and links; undefined means: make one and keep it in dataDir. */
  readonly jwtSecret: string | undefined
  /** Signs nothing. What it signed or sealed earlier can still be read. */
  readonly jwtSecretPrevious: string | undefined
  readonly seed: 'demo' | 'none'
  readonly seedAdminEmail: string | undefined
  readonly seedAdminPassword: string | undefined
  readonly rateLimit: { readonly perMinute: number; readonly burst: number; readonly addressPerMinute: number }
  /** Of programs, from one address. */
  readonly registrationsPerHour: number
  readonly trustProxy: boolean | string
  readonly outboundAllow: readonly string[]
  readonly checklistPresetSources: readonly string[]
  readonly breezewayUrl: string
  /** Whether knowledge is also found by its meaning. */
  readonly embeddings: boolean
  readonly models: ModelSettings
  readonly aiGateway: {
    /** Whether the token of a caller alone does not suffice. */
    readonly requireSignature: boolean
    readonly perMinute: number
  }
  /** What models cost, by `provider:model`. */
  readonly aiPrices: ReadonlyMap<string, ModelPrice>
  readonly seamEndpoint: string
  readonly lockAnswerSeconds: number
  readonly agentRunsKeptDays: number
  /** 0: for ever. */
  readonly auditLogKeptDays: number
  /** Limits on open event streams, of all kinds together, on one node. */
  readonly streams: { readonly perCredential: number; readonly perWorkspace: number }
  /** Limits on connections per process: in total, and per address that is not a trusted proxy. */
  readonly connections: { readonly max: number; readonly perAddress: number }
  /** Streams of agents that one person may have open at one node. */
  readonly agentStreamsPerPerson: number
  readonly hostawayUrl: string
  readonly metricsToken: string | undefined
  readonly canarySecret: string | undefined
  /** Where to report security holes. Undefined: no security.txt is served. */
  readonly securityContact: string | undefined
  /** With it a backend of the operator asks agents for people it names; undefined refuses everybody. */
  readonly agentServerKey: string | undefined
  readonly drainSeconds: number
  readonly logLevel: string
}

export function readConfig(environment: Environment = process.env): Config {
  const read = readerOf(environment)
  const port = read.integer('PORT', 3000, 0, 65_535)
  const dataDir = resolve(read.text('DATA_DIR') ?? 'data')
  const database = readDatabase(read, dataDir)
  const storage = readStorage(read, dataDir)
  const jwtSecret = read.secret('JWT_SECRET')
  if (database.kind === 'postgres' && !jwtSecret) {
    throw new WrongSetting(
      'JWT_SECRET is required with DATABASE_URL: set it to 32 or more random characters, the same on every node.',
    )
  }
  const appUrl = read.url('APP_URL', `http://localhost:${port}`)
  const host = read.text('HOST') ?? 'localhost'
  const seed = read.choice('SEED', ['demo', 'none'], database.kind === 'embedded' ? 'demo' : 'none')
  const baseUrl = read.url('BASE_URL', appUrl)
  const isDemo = database.kind === 'embedded' && seed === 'demo'
  const vendors = readVendors(read, { isDemo, host, urls: [appUrl, baseUrl] })
  return Object.freeze<Config>({
    version: versionOfPackage(),
    host,
    port,
    appUrl,
    baseUrl,
    role: read.choice('ROLE', ['all', 'api', 'worker'], 'all'),
    dataDir,
    database,
    migrationUrl: readMigrationUrl(read, database),
    storage,
    mail: readMail(read),
    jwtSecret,
    jwtSecretPrevious: read.secret('JWT_SECRET_PREVIOUS'),
    seed,
    seedAdminEmail: read.email('SEED_ADMIN_EMAIL'),
    seedAdminPassword: read.password('SEED_ADMIN_PASSWORD'),
    rateLimit: {
      perMinute: read.integer('RATE_LIMIT_PER_MINUTE', 6000, 1, 10_000_000),
      burst: read.integer('RATE_LIMIT_BURST', 200, 1, 1_000_000),
      addressPerMinute: read.integer('RATE_LIMIT_ADDRESS_PER_MINUTE', 600, 1, 10_000_000),
    },
    registrationsPerHour: read.integer('RATE_LIMIT_REGISTRATIONS_PER_HOUR', 20, 1, 10_000_000),
    trustProxy: readTrustProxy(read),
    outboundAllow: [
      ...read.list('OUTBOUND_ALLOW', 'a host or host:port', (host) => /^[\w.-]+(:\d{1,5})?$/.test(host)),
      ...(vendors.simulatorUrl === undefined ? [] : [new URL(vendors.simulatorUrl).host]),
    ],
    checklistPresetSources: readPresetSources(read),
    breezewayUrl: read.url('BREEZEWAY_URL', 'https://api.breezeway.io'),
    embeddings: read.choice('EMBEDDINGS', ['on', 'off'], database.kind === 'embedded' ? 'on' : 'off') === 'on',
    models: readModels(read),
    aiGateway: {
      requireSignature:
        read.choice('AI_GATEWAY_SIGNATURE', ['required', 'optional'], signatureDefault(database)) === 'required',
      perMinute: read.integer('AI_GATEWAY_PER_MINUTE', 3000, 1, 10_000_000),
    },
    aiPrices: readPrices(read),
    seamEndpoint: read.url('SEAM_ENDPOINT', 'https://connect.getseam.com'),
    lockAnswerSeconds: read.integer('LOCK_ANSWER_SECONDS', 10, 1, 60),
    agentRunsKeptDays: read.integer('AGENT_RUNS_KEPT_DAYS', 365, 1, 36_500),
    auditLogKeptDays: read.integer('AUDIT_LOG_KEPT_DAYS', 400, 0, 36_500),
    streams: {
      perCredential: read.integer('STREAMS_PER_CREDENTIAL', 100, 1, 100_000),
      perWorkspace: read.integer('STREAMS_PER_WORKSPACE', 2000, 1, 100_000),
    },
    connections: {
      max: read.integer('CONNECTIONS_MAX', 10_000, 10, 1_000_000),
      perAddress: read.integer('CONNECTIONS_PER_ADDRESS', 2500, 1, 1_000_000),
    },
    agentStreamsPerPerson: read.integer('AGENT_STREAMS_PER_PERSON', 50, 1, 100_000),
    hostawayUrl: read.url('HOSTAWAY_URL', 'https://api.hostaway.com'),
    metricsToken: read.bearer('METRICS_TOKEN'),
    canarySecret: read.bearer('CANARY_SECRET'),
    securityContact: readContact(read),
    agentServerKey: readServerKey(read),
    ...vendors,
    drainSeconds: read.integer('DRAIN_SECONDS', 5, 0, 600),
    logLevel: read.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  })
}

const WRONG_DATABASE_URL =
  'must look like postgres://user:password@host:5432/database; in a password write / as %2F, @ as %40, # as %23 and % as %25.'

function readDatabase(read: Reader, dataDir: string): DatabaseSettings {
  const url = read.text('DATABASE_URL')
  // Read in any case: a wrong value is told even where it is not used.
  const poolSize = read.integer('DATABASE_POOL_SIZE', 10, 2, 500)
  const statementTimeoutSeconds = read.integer('DATABASE_STATEMENT_TIMEOUT_SECONDS', 15, 1, 3600)
  if (url === undefined) return { kind: 'embedded', folder: dataDir }
  checkDatabaseUrl('DATABASE_URL', url)
  return {
    kind: 'postgres',
    url,
    poolSize,
    statementTimeoutSeconds,
  }
}

function readMigrationUrl(read: Reader, database: DatabaseSettings): string | undefined {
  const name = 'MIGRATION_DATABASE_URL'
  const url = read.text(name)
  if (url === undefined) return undefined
  if (database.kind === 'embedded')
    throw new WrongSetting(`${name} is the owner's way to the database of DATABASE_URL: set that too.`)
  checkDatabaseUrl(name, url)
  return url
}

function checkDatabaseUrl(name: string, url: string): void {
  if (!/^postgres(ql)?:\/\//.test(url)) throw new WrongSetting(`${name} must start with postgres:// or postgresql://.`)
  // An address without a host means a socket. The faulty part may be the password, so the message does not repeat it.
  if (!isAddress(url.replace('@/', '@localhost/'))) throw new WrongSetting(`${name} ${WRONG_DATABASE_URL}`)
}

function isAddress(text: string): boolean {
  try {
    const { username, password, pathname } = new URL(text)
    // As the driver does it: a % that begins no code stands for itself.
    for (const part of [username, password, pathname]) decodeURIComponent(part.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

function readStorage(read: Reader, dataDir: string): StorageSettings {
  const bucket = read.text('S3_BUCKET')
  const endpoint = read.text('S3_ENDPOINT') === undefined ? undefined : read.url('S3_ENDPOINT', '')
  const forcePathStyle = read.choice('S3_FORCE_PATH_STYLE', ['true', 'false'], 'false') === 'true'
  const [accessKeyId, secretAccessKey] = [read.text('S3_ACCESS_KEY_ID'), read.text('S3_SECRET_ACCESS_KEY')]
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new WrongSetting('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.')
  // Files would be on the disk, where nobody looks for them.
  if (bucket === undefined && (endpoint ?? accessKeyId) !== undefined)
    throw new WrongSetting(
      'S3_BUCKET is required with S3_ENDPOINT and S3_ACCESS_KEY_ID: the bucket that files are kept in.',
    )
  if (bucket === undefined) return { kind: 'disk', folder: resolve(dataDir, 'files') }
  return {
    kind: 's3',
    bucket,
    region: read.text('S3_REGION') ?? 'us-east-1',
    endpoint,
    accessKeyId,
    secretAccessKey,
    forcePathStyle,
    prefix: read.text('S3_PREFIX') ?? '',
  }
}

/** The address of the server can hold a password, so a wrong one is not repeated. */
function readMail(read: Reader): MailSettings | undefined {
  const [url, sender] = [read.text('SMTP_URL'), read.text('MAIL_FROM')]
  const server = url === undefined ? undefined : smtpServer(url)
  const from = sender === undefined ? undefined : mailbox(sender)
  if (url !== undefined && !server)
    throw new WrongSetting('SMTP_URL must look like smtp://user:password@mail.example.com:587 or smtps://….')
  if (sender !== undefined && !from)
    throw new WrongSetting(`MAIL_FROM must look like Seaside Homes <tasks@example.com>, not "${sender}".`)
  if (server && !from) throw new WrongSetting('MAIL_FROM is required with SMTP_URL: the address that mail comes from.')
  return server && from && { ...server, from }
}

/** Keys alone change nothing: a provider is used for the purposes whose model names it. */
function readModels(read: Reader): ModelSettings {
  const addresses = {
    openai: read.url('OPENAI_BASE_URL', 'https://api.openai.com/v1'),
    anthropic: read.url('ANTHROPIC_BASE_URL', 'https://api.anthropic.com/v1'),
  }
  const [openaiKey, anthropicKey] = [read.text('OPENAI_API_KEY'), read.text('ANTHROPIC_API_KEY')]
  const compatibleUrl = read.text('AI_COMPATIBLE_URL') === undefined ? undefined : read.url('AI_COMPATIBLE_URL', '')
  const compatible = { name: 'compatible', kind: 'openai-compatible', apiKey: read.text('AI_COMPATIBLE_KEY') } as const
  const providers: ModelProvider[] = [
    ...(compatibleUrl ? [{ ...compatible, baseUrl: compatibleUrl }] : []),
    ...(openaiKey ? [{ name: 'openai', kind: 'openai', baseUrl: addresses.openai, apiKey: openaiKey } as const] : []),
    ...(anthropicKey
      ? [{ name: 'anthropic', kind: 'anthropic', baseUrl: addresses.anthropic, apiKey: anthropicKey } as const]
      : []),
  ]
  const models = Object.fromEntries(
    PURPOSES.flatMap((purpose) => {
      const name = readModel(read, `AI_MODEL_${purpose.toUpperCase()}`, providers)
      return name === undefined ? [] : [[purpose, name]]
    }),
  )
  return { providers, models, addresses, timeoutSeconds: read.integer('AI_TIMEOUT_SECONDS', 120, 1, 3600) }
}

/** An installation for trying out has no second program to keep a secret in. */
function signatureDefault(database: DatabaseSettings): 'required' | 'optional' {
  return database.kind === 'postgres' ? 'required' : 'optional'
}

/** `provider:model=0.15/0.60`: per million tokens in and out; with one number: per image or minute of audio. */
function readPrices(read: Reader): Map<string, ModelPrice> {
  const form = /^([a-z][a-z0-9-]*:\S+)=(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/
  const entries = read.list('AI_PRICES', 'like openai:gpt-4o-mini=0.15/0.60', (entry) => form.test(entry))
  return new Map(
    entries.map((entry) => {
      const [, name = '', first = '', second] = form.exec(entry) ?? []
      const unit = second === undefined ? Number(first) : 0
      return [name, { input: second === undefined ? 0 : Number(first), output: Number(second ?? 0), unit }]
    }),
  )
}

const PROVIDER_SETTINGS: Record<string, string> = {
  compatible: 'AI_COMPATIBLE_URL',
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
}

function readModel(read: Reader, setting: string, providers: readonly ModelProvider[]): string | undefined {
  const name = read.text(setting)
  if (name === undefined) return undefined
  const provider = modelNamed(name)?.provider ?? ''
  const needed = PROVIDER_SETTINGS[provider]
  if (needed === undefined) {
    throw new WrongSetting(
      `${setting} must look like compatible:model, openai:model or anthropic:model, not "${name}".`,
    )
  }
  if (!providers.some((each) => each.name === provider)) {
    throw new WrongSetting(`${setting} names a model of ${provider}, which needs ${needed}.`)
  }
  if (provider === 'anthropic' && /EMBED|TRANSCRIBE|IMAGE/.test(setting)) {
    throw new WrongSetting(`${setting} cannot be a model of anthropic: it has only language models.`)
  }
  return name
}

function readTrustProxy(read: Reader): boolean | string {
  const text = read.text('TRUST_PROXY') ?? 'false'
  if (text === 'true' || text === 'false') return text === 'true'
  return read.list('TRUST_PROXY', 'true, false, or an address or network', isNetwork).join(',')
}

/** RFC 9116 requires a URI that says how to make contact. */
function readContact(read: Reader): string | undefined {
  const name = 'SECURITY_CONTACT'
  const value = read.text(name)
  if (value === undefined || /^(https:\/\/|mailto:[^@\s]+@|tel:\+)[\x21-\x7e]+$/.test(value)) return value
  throw new WrongSetting(`${name} must begin with mailto:, https:// or tel:+, not "${value}".`)
}

function readServerKey(read: Reader): string | undefined {
  return read.secret('AGENT_SERVER_KEY') && read.bearer('AGENT_SERVER_KEY')
}

function readPresetSources(read: Reader): string[] {
  const name = 'CHECKLIST_PRESET_SOURCES'
  return read.text(name) === undefined
    ? ['rapideye']
    : read.list(name, 'a word', (source) => /^[\w.-]{1,100}$/.test(source))
}

/** An address, a network such as 10.0.0.0/8, or one of the names the proxy library knows. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits = '0', ...rest] = text.split('/')
  const version = isIP(address)
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

function versionOfPackage(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return String(JSON.parse(text).version)
}
