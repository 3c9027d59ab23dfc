import { FILE_LINK_PROOF } from '#core/file-link.ts'
import { KEPT_KEYS, type DurableProof, type SealedPlace } from '#core/reseal.ts'
import { REPLY_WORD_PROOF } from '#modules/agents/talk-word.service.ts'
import { SEALED_PROVIDER_KEYS } from '#modules/ai/ai-settings.service.ts'
import { SEALED_CALLERS } from '#modules/ai/gateway-caller.service.ts'
import { SEALED_HOOKS } from '#modules/automations/event-signature.ts'
import { SEALED_CONNECTION_TOKENS } from '#modules/connections/connection-access.service.ts'
import { SEALED_CONNECTIONS } from '#modules/connections/connection-credentials.ts'
import { SESSION_PROOF } from '#modules/identity/session.service.ts'
import { SEALED_INTEGRATIONS } from '#modules/integrations/sealed-integration.ts'
import { SEALED_LINKS } from '#modules/links/link-token.ts'
import { SEALED_LOCK_KEYS } from '#modules/locks/lock-connection.service.ts'
import { GRANT_PROOF } from '#modules/oauth/grant.service.ts'
import { SEALED_SYSTEM_TOKENS } from '#modules/stays/poll.service.ts'
import { SEALED_SYSTEMS } from '#modules/stays/property-system.service.ts'
import { SEALED_FEEDS } from '#modules/stays/stay-source.service.ts'
import { SEALED_RUNS } from '#modules/workflows/run-seal.queries.ts'
import { SEALED_WORKFLOW_SECRETS } from '#modules/workflows/secret.service.ts'

/** Everything sealed under the server's secret. test/sealed-places.test.ts finds what is missing. */
export const sealedPlaces: readonly SealedPlace[] = [
  KEPT_KEYS,
  SEALED_PROVIDER_KEYS,
  SEALED_CALLERS,
  ...SEALED_HOOKS,
  SEALED_CONNECTIONS,
  SEALED_CONNECTION_TOKENS,
  SEALED_INTEGRATIONS,
  ...SEALED_LINKS,
  SEALED_LOCK_KEYS,
  SEALED_SYSTEMS,
  SEALED_SYSTEM_TOKENS,
  SEALED_FEEDS,
  ...SEALED_RUNS,
  SEALED_WORKFLOW_SECRETS,
]

/** Proofs that we signed and others keep for more than an hour. */
export const durableProofs: readonly DurableProof[] = [FILE_LINK_PROOF, SESSION_PROOF, GRANT_PROOF, REPLY_WORD_PROOF]
