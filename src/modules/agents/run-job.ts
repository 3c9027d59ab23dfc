import type { LanguageModelV4 } from '@ai-sdk/provider'
import { actingAlone, type Log, type TxCtx } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { Refusal, type Failure, coreFailures } from '#core/errors.ts'
import { LeaseLost } from '#core/leased-worker.ts'
import type { ModelUse, ModelUser } from '#core/model-use.ts'
import type { ChosenModel } from '#core/models.ts'
import type { Services } from '#core/services.ts'
import { lockLeased, type Claimed } from './run-lease.queries.ts'
import { speakerFor, type SpeakerCtx } from './speaker.ts'
import type { Toolbox } from './toolbox.service.ts'

/** What those who work on runs have. */
export interface Workshop {
  pool: Pool
  services: Services
  log: Log
  toolbox: Toolbox
  /** The model with budget and metering around each of its calls. */
  metered(use: ModelUse, chosen: ChosenModel<LanguageModelV4>, user: ModelUser): LanguageModelV4
}

/** The run was asked to stop. */
export class RunCancelled extends Error {}

/** Why a run failed, in words for people and a code for programs. It holds nothing of a prompt or a key. */
export class RunFailure extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A run in the hands of one worker. */
export interface Job {
  readonly shop: Workshop
  readonly run: Claimed
  /** Ends when the run should not go on here: cancelled, taken over, or the process stops. */
  readonly signal: AbortSignal
}

const LOST: readonly Failure[] = [coreFailures.workspace_not_found, coreFailures.workspace_forbidden]

/** The person who answers for the run, with their current rights, and whoever it speaks for. */
export async function personOf({ shop, run }: Job): Promise<SpeakerCtx> {
  const { pool, services, log } = shop
  const nobody = actingAlone({ db: pool, requestId: run.id, log, services })
  try {
    return await speakerFor(nobody, run)
  } catch (error) {
    if (error instanceof Refusal && LOST.includes(error.failure)) {
      throw new RunFailure('access_lost', 'The person it worked for is no longer a member of the workspace.')
    }
    throw error
  }
}

/** Holds the run for the rest of the transaction, or throws. Every change to it begins with this. */
export async function hold({ run }: Job, ctx: TxCtx): Promise<void> {
  const held = await lockLeased(ctx, run.id, run.leaseToken)
  if (!held) throw new LeaseLost('somebody else has the run')
  if (held.cancelRequestedAt !== null) throw new RunCancelled('it was asked to stop')
}
