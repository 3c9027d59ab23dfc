import type { Pool } from '#core/db.ts'
import type { Failure } from '#core/errors.ts'
import { oneByOne } from '#core/one-by-one.ts'
import type { Limiter } from '#core/ratelimit.ts'
import type { Services } from '#core/services.ts'
import { createAdmission, type Knock } from './gateway-admission.ts'
import { AUDIO_BYTES_MAX } from './gateway-audio.ts'
import { GATEWAY_ROUTES, type GatewayRoute } from './gateway-caller.schema.ts'
import { openCircuits } from '#core/circuit.ts'
import { complete } from './gateway-completion.ts'
import type { Conducted, GatewayParts, Visit } from './gateway-conduct.ts'
import { embed } from './gateway-embeddings.ts'
import { analyseFast } from './gateway-fast.ts'
import { gatewayFailures } from './gateway-failures.ts'
import { paint } from './gateway-images.ts'
import { GATEWAY_PREFIX } from './gateway-routes.ts'
import { classifyInbox } from './gateway-inbox.ts'
import { structure } from './gateway-structured.ts'
import { transcribe } from './gateway-transcription.ts'
import { translate } from './gateway-translation.ts'
import { openNonces } from './nonce.ts'
import { openSchemaChecks } from './structured-check.ts'
import { workspaceEntry } from './workspace-entry.ts'

const BODY_BYTES_MAX = 2 * 1024 * 1024
/** In base64 a recording takes a third more; around it stand some short fields. */
const AUDIO_BODY_BYTES_MAX = Math.ceil((AUDIO_BYTES_MAX * 4) / 3) + 262_144

const HANDLERS: Record<GatewayRoute, (parts: GatewayParts, visit: Visit) => Promise<Conducted>> = {
  completion: complete,
  'completion/translation': translate,
  structured: structure,
  'structured/inbox-classification': classifyInbox,
  'structured/fast-analysis': analyseFast,
  embeddings: embed,
  transcriptions: transcribe,
  images: paint,
}

export interface GatewayRouteInfo {
  name: GatewayRoute
  address: string
  bodyBytesMax: number
  tooLarge: Failure
}

interface GatewayOptions {
  pool: Pool
  services: Services
  limiter: Limiter
  now: () => Date
  requireSignature: boolean
}

/** What the door sends on: who is there is known, what is wanted is not read yet. */
export interface Request {
  body: Buffer
  contentType: string
  requestId: string
  isGone(): boolean
}

/** The internal AI gateway. */
export function createGateway({ pool, services, limiter, now, requireSignature }: GatewayOptions) {
  const { models, modelUse, bus, signer, outbound } = services
  const { knock, admit } = createAdmission({
    pool,
    signer,
    bus,
    now,
    requireSignature,
    takeNonce: openNonces(pool, now),
    ...workspaceEntry(pool, bus),
  })
  const parts: GatewayParts = {
    models,
    circuits: openCircuits(),
    use: modelUse,
    limiter,
    outbound,
    schemas: openSchemaChecks(),
    services,
    pool,
    now,
  }
  const routes = GATEWAY_ROUTES.map((name): GatewayRouteInfo => {
    const isAudio = name === 'transcriptions'
    return {
      name,
      address: `${GATEWAY_PREFIX}/${name}`,
      bodyBytesMax: isAudio ? AUDIO_BODY_BYTES_MAX : BODY_BYTES_MAX,
      tooLarge: isAudio ? gatewayFailures.audio_too_large : gatewayFailures.prompt_too_large,
    }
  })

  const admitInTurn = oneByOne()

  async function run(knocked: Knock, route: GatewayRoute, sent: Request): Promise<Conducted> {
    const { body, contentType, requestId, isGone } = sent
    const { caller, workspaceId, actor } = await admitInTurn(() => admit(knocked, body, route))
    const user = { workspaceId, caller: caller.name, actor, route, requestId }
    return await HANDLERS[route](parts, { user, body, contentType, isGone })
  }

  /** Checks the credential and spends nothing. All values are texts. */
  async function health(knocked: Knock): Promise<Record<string, string>> {
    const { auth, caller, workspaceId } = await admit(knocked, Buffer.alloc(0), 'health')
    return {
      status: 'ok',
      auth,
      caller: caller.name,
      workspace_id: workspaceId,
      mode: await modeIn(workspaceId),
    }
  }

  async function modeIn(workspaceId: string): Promise<string> {
    if (workspaceId === '') return 'unknown'
    const { degraded } = await models.language(workspaceId, 'default')
    return degraded ? 'embedded' : 'configured'
  }

  return {
    prefix: GATEWAY_PREFIX,
    routes,
    unauthenticated: gatewayFailures.unauthenticated,
    knock,
    run,
    health,
    close: () => parts.schemas.close(),
  }
}
