import type { SealedPlace } from '#core/reseal.ts'
import type { Ctx } from '#core/context.ts'
import { randomToken, seal, sha256, unseal, type Signer } from '#core/crypto.ts'
import type { Db } from '#core/db.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { macWith, type Mac } from '#core/mac.ts'
import * as callers from './gateway-caller.queries.ts'
import type { ActorKind, GatewayCallerCreate } from './gateway-caller.schema.ts'

const PURPOSE = 'ai-caller'

export const SEALED_CALLERS: SealedPlace = {
  table: 'ai_callers',
  column: 'secrets',
  type: 'text[]',
  key: ['name'],
  purpose: PURPOSE,
  owner: (row) => String(row['name']),
  map: (secrets, change) => (secrets as string[]).map((secret) => change(secret)),
}
const SECRET_BYTES = 32

const failures = defineFailures({
  caller_exists: { status: 409, text: 'There is a caller of this name.' },
  caller_not_found: { status: 404, text: 'No such caller.' },
})

/** A caller as the gateway knows it. */
export interface Caller {
  readonly name: string
  /** One for each of its secrets. */
  readonly macs: readonly Mac[]
  readonly routes: readonly string[]
  readonly workspaces: readonly string[]
  readonly actorKinds: readonly ActorKind[]
}

/** The secret is shown this once. */
export async function createCaller(
  { db, now, services }: Ctx,
  input: GatewayCallerCreate,
): Promise<{ name: string; secret: string }> {
  const { name } = input
  const secret = randomToken(SECRET_BYTES)
  const sealed = seal(services.signer, PURPOSE, name, secret)
  const row = { ...input, secrets: [sealed], createdAt: now, updatedAt: now }
  if (!(await callers.insertCaller(db, row))) fail(failures.caller_exists)
  return { name, secret }
}

/** Makes a new secret; the one before it stays valid beside it, older ones do not. */
export async function rotateSecret(
  { db, now, services }: Ctx,
  name: string,
): Promise<{ name: string; secret: string }> {
  const before = await getRow(db, name)
  const secret = randomToken(SECRET_BYTES)
  const secrets = [seal(services.signer, PURPOSE, name, secret), ...before.secrets.slice(0, 1)]
  await callers.changeCaller(db, name, { secrets, updatedAt: now })
  return { name, secret }
}

/** Ends the rotation: only the newest secret is valid from now on. */
export async function dropOldSecret({ db, now }: Ctx, name: string): Promise<{ name: string; secrets: number }> {
  const { secrets } = await getRow(db, name)
  await callers.changeCaller(db, name, { secrets: secrets.slice(0, 1), updatedAt: now })
  return { name, secrets: 1 }
}

/** Makes a service token, in the place of one there may be. Shown this once. */
export async function createToken({ db, now }: Ctx, name: string): Promise<{ name: string; token: string }> {
  const token = `aigw_${randomToken(SECRET_BYTES)}`
  const changes = { tokenHash: sha256(token), updatedAt: now }
  if (!(await callers.changeCaller(db, name, changes))) fail(failures.caller_not_found)
  return { name, token }
}

export async function revokeCaller({ db, now }: Ctx, name: string): Promise<{ name: string; revoked: true }> {
  if (!(await callers.changeCaller(db, name, { revokedAt: now, updatedAt: now }))) fail(failures.caller_not_found)
  return { name, revoked: true }
}

export async function findCaller(db: Db, signer: Signer, name: string): Promise<Caller | undefined> {
  return opened(signer, await callers.findCaller(db, name))
}

export async function findCallerByToken(db: Db, signer: Signer, tokenHash: Buffer): Promise<Caller | undefined> {
  return opened(signer, await callers.findCallerByToken(db, tokenHash))
}

/** A secret that does not open (JWT_SECRET has changed) signs for nobody. */
function opened(signer: Signer, row: callers.CallerRow | undefined): Caller | undefined {
  if (!row) return undefined
  const { name, routes, workspaces, actorKinds } = row
  const secrets = row.secrets.map((sealed) => unseal(signer, PURPOSE, name, sealed))
  const macs = secrets.filter((secret) => secret !== undefined).map(macWith)
  return { name, macs, routes, workspaces, actorKinds }
}

async function getRow(db: Db, name: string): Promise<callers.CallerRow> {
  return (await callers.findCaller(db, name)) ?? fail(failures.caller_not_found)
}
