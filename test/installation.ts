import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDatabase, type DatabaseSettings } from '#core/database.ts'
import { newDatabase } from './database.ts'
import { killAll, untilWritten, type Launched, type ServerProcess, type Settings } from './process.ts'

/** What `npm start` works on: a folder, and a database inside it or on the test server. */
export interface Installation {
  settings: Settings
  dataDir: string
  /** Looks into the database. An embedded one can be looked into only while no process holds it. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends the processes of this file of tests first: one that still writes would put files back. */
  remove(): Promise<void>
}

/** The addresses of the demo's workspace. */
export const PUBLIC = '/api/v1/workspaces/seaside-homes'
export const CONSOLE = '/api/app/v1/workspaces/seaside-homes'

const ADMIN = { email: 'admin@example.com', password: 'a-password-for-tests' }

/** Nothing is in it yet: its first start seeds the demo, on a bare database after it has migrated it. */
export async function newInstallation(changes: Settings = {}, { isBare = false } = {}): Promise<Installation> {
  const database = await newDatabase({ isBare, isServing: true })
  const dataDir = database.kind === 'embedded' ? database.folder : await mkdtemp(join(tmpdir(), 'innkeeper-process-'))
  return {
    dataDir,
    settings: {
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      ...(database.kind === 'postgres'
        ? { DATABASE_URL: database.url, JWT_SECRET: 'the-same-on-all-nodes-'.repeat(2) }
        : {}),
      SEED: 'demo',
      SEED_ADMIN_EMAIL: ADMIN.email,
      SEED_ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMIT_PER_MINUTE: '10000000',
      RATE_LIMIT_BURST: '1000000',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '10000000',
      RATE_LIMIT_REGISTRATIONS_PER_HOUR: '10000000',
      DRAIN_SECONDS: '0',
      ...changes,
    },
    rows: (text, values) => rowsIn(database, text, values),
    async remove() {
      await killAll()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function rowsIn<Row>(settings: DatabaseSettings, text: string, values?: unknown[]): Promise<Row[]> {
  const database = await openDatabase(settings)
  try {
    return (await database.pool.raw(text, values)).rows as Row[]
  } finally {
    await database.close()
  }
}

/** The API key with every scope that the first start has printed. */
export function demoKeyOf(firstStart: Launched): Promise<string> {
  return untilWritten(firstStart, /API key +(ink_\S+)/)
}

export async function signIn(server: ServerProcess, { email, password } = ADMIN): Promise<string> {
  const answer = await server.as().post('/api/v1/auth/token', { email, password })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.accessToken
}
