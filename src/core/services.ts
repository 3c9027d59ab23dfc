import type { Bus } from './bus.ts'
import type { Counters } from './counters.ts'
import type { Outbound } from './outbound.ts'
import type { Passwords } from './passwords.ts'
import type { Signer } from './crypto.ts'
import type { Storage } from './storage.ts'

/** The edges of the process, handed to every operation. Tests hand in their own. */
export interface Services {
  readonly storage: Storage
  readonly outbound: Outbound
  readonly signer: Signer
  readonly passwords: Passwords
  readonly bus: Bus
  readonly counters: Counters
  /** Says that events were written, so that a worker looks soon. */
  wakeRelay(): void
}
