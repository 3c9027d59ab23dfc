import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { openBus, type Bus } from '#core/bus.ts'
import { actingAlone, type Ctx, type Log } from '#core/context.ts'
import { openCounters } from '#core/counters.ts'
import { signerFrom } from '#core/crypto.ts'
import { openDatabase, type Database } from '#core/database.ts'
import { openMail } from '#core/mail.ts'
import { run } from '#core/db.ts'
import { openEmbedder } from '#core/embedder.ts'
import { makeFolder } from '#core/folder.ts'
import { openNews } from '#core/news.ts'
import { openOutbound } from '#core/outbound.ts'
import { openPasswords } from '#core/passwords.ts'
import { openPictures } from '#core/pictures.ts'
import { relayWaker } from '#core/relay.ts'
import { reporter } from '#core/report.ts'
import { loadKeys } from '#core/reseal.ts'
import type { Services } from '#core/services.ts'
import { openSignals } from '#core/signals.ts'
import { sql } from '#core/sql.ts'
import { openStorage } from '#core/storage.ts'
import { openSessionLog } from '#modules/agents/session-log.ts'
import { createModelAccess } from '#modules/ai/model-access.ts'
import { openModelUse } from '#modules/ai/model-use.ts'
import { outsiders } from '#modules/links/outsiders.ts'
import { SECRET_CHARACTERS_MIN, WrongSetting } from './setting-reader.ts'
import { upgrade } from './upgrade.ts'

/** What a process works with: the database and the edges. The server, the CLI and the tests open it alike. */
export interface Runtime {
  readonly config: Config
  readonly log: Log
  readonly database: Database
  readonly bus: Bus
  readonly services: Services
  close(): Promise<void>
}

export interface RuntimeOptions {
  config: Config
  log: Log
  /** Says which stage runs, for people who wait. */
  stage?: (text: string) => void
}

export async function openRuntime({ config, log, stage = () => {} }: RuntimeOptions): Promise<Runtime> {
  const database = await openDatabase(config.database)
  try {
    await upgrade(config, database, stage)
    await run(database.pool, sql`select raise_audit_positions()`)
    const bus = await openBus(database.pool, database.listen, log)
    const storage = await openStorage(config.storage)
    const outbound = openOutbound({ allow: config.outboundAllow })
    const publicOutbound = openOutbound({ allow: [] })
    const mail = config.mail && (await openMail(config.mail))
    const signer = signerFrom(config.jwtSecret ?? keptSecret(config.dataDir), config.jwtSecretPrevious)
    await loadKeys(database.pool, signer, new Date())
    const embedder = config.embeddings ? openEmbedder() : undefined
    const models = createModelAccess({ pool: database.pool, bus, signer, outbound, embedder, settings: config.models })
    const modelUse = openModelUse({ pool: database.pool, bus, log, prices: config.aiPrices })
    const news = openNews(database.pool, reporter(log))
    const services: Services = {
      storage,
      outbound,
      publicOutbound,
      mail,
      signer,
      passwords: openPasswords(),
      pictures: openPictures(),
      bus,
      counters: openCounters(database.aside),
      sessionLog: openSessionLog(database.pool, bus),
      runSignals: openSignals(bus, 'agent-runs'),
      workflowSignals: openSignals(bus, 'workflow-runs'),
      workflowsEnded: { completed: 0, faulted: 0, cancelled: 0 },
      news,
      outsiders,
      settings: settingsIn(config),
      ...(embedder && { embedder }),
      models,
      modelUse,
      wakeRelay: relayWaker(bus),
    }
    return {
      config,
      log,
      database,
      bus,
      services,
      async close() {
        storage.close()
        mail?.close()
        await models.close()
        await modelUse.close()
        await embedder?.close()
        await outbound.close()
        await publicOutbound.close()
        await news.close()
        await bus.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}

/** Those that operations need to know. */
function settingsIn(config: Config): Services['settings'] {
  const { appUrl, baseUrl, checklistPresetSources, breezewayUrl, hostawayUrl, seamEndpoint, lockAnswerSeconds } = config
  const { vendorUrls, operatorChatUrl, teamChatProjectNumber, chatApp, toolConnectorKey, agentRunsKeptDays } = config
  const providers = { breezewayUrl, hostawayUrl, seamEndpoint, vendorUrls, chatApp, toolConnectorKey }
  const chats = { operatorChatUrl, teamChatProjectNumber }
  const kept = { agentRunsKeptDays, auditLogKeptDays: config.auditLogKeptDays }
  return { appUrl, baseUrl, checklistPresetSources, lockAnswerSeconds, ...kept, ...providers, ...chats }
}

/** The service acting by itself: seeding, the CLI. */
export function systemContext({ database, log, services }: Runtime): Ctx {
  return actingAlone({ db: database.pool, log, services })
}

/** Beside its place first: a full disk must not leave half of it there, nor another node read it before it is whole. */
function makeSecret(file: string): void {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    placeOnce(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code

/** Never in the place of one that is there: another node may have been quicker. Not every file system has links. */
function placeOnce(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') renameSync(draft, file)
  }
}

/** Without JWT_SECRET one is made at the first start and kept, so that sessions outlive a restart. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret')
  makeFolder(dataDir)
  if (!existsSync(file)) makeSecret(file)
  const secret = readFileSync(file, 'utf8').trim()
  // Everybody could sign with what is left of it.
  if (secret.length < SECRET_CHARACTERS_MIN)
    throw new WrongSetting(
      `${file} holds less than ${SECRET_CHARACTERS_MIN} characters: put it back from a backup, or delete it for a new one, under which everybody signs in again and sealed secrets have to be given again.`,
    )
  return secret
}
