import type { PollResult } from './property-system.schema.ts'
import type { RemoteStay } from './stay-news.rules.ts'

export interface Source {
  propertyId: string
  timezone: string
  /** What the other system calls the property. */
  remoteId: string | null
  /** The address of its calendar. */
  feedUrl: string | null
  closedAreStays: boolean
  etag: string | null
  /** Since when it has no stays although it had some to come: a first look that was not believed. */
  emptyAt: string | null
}

/** A stay that is there, in a state that we do not know. */
export interface UnclearStay {
  remoteId: string
  why: string
}

/** All that is known of the stays of one property: what is not in it is not there any more. */
export interface Picture {
  stays: RemoteStay[]
  /** These are left as they are: left out, they would look cancelled. */
  unclear: UnclearStay[]
  /** Entries that are no stays. */
  ignored: number
  /** Only stays that end on this day or later are in it. */
  from: string | null
  etag: string | null
}

/** A picture, or that it is the same as last time, or why there is none. */
export type Seen = { picture: Picture } | { unchanged: true } | { error: string }

/** Somewhere stays come from. What concerns all properties fails with a `PollFailure`. */
export interface StayAdapter {
  /** For each source what was seen there, in their order. */
  look(sources: readonly Source[]): Promise<Seen[]>
  /** What stays from here say of where they come from; the ids of stays are unique in it. */
  readonly externalSource: string
  externalIdOf(source: Source, remoteId: string): string
}

/** More in one poll means that something does not end; and all of it is in memory until it is written. */
export const STAYS_MAX = 100_000

/** Less than the lease lasts. */
const READING_SECONDS_MAX = 10 * 60

/** Call what it answers before each request: who answers slowly must not hold the poll until somebody else takes it over. */
export function readingTime(): () => void {
  const startedAt = Date.now()
  return () => {
    if (Date.now() - startedAt > READING_SECONDS_MAX * 1000)
      throw new PollFailure(`To read it all took longer than ${READING_SECONDS_MAX / 60} minutes.`)
  }
}

/** Why nothing of a poll was applied, in words that can be shown. */
export class PollFailure extends Error {
  readonly retryAfterSeconds: number | undefined
  /** What is to be shown of the poll, where it is known. */
  readonly result: PollResult | null

  constructor(message: string, { retryAfterSeconds, result }: FailureDetails = {}) {
    super(message)
    this.name = 'PollFailure'
    this.retryAfterSeconds = retryAfterSeconds
    this.result = result ?? null
  }
}

interface FailureDetails {
  retryAfterSeconds?: number | undefined
  result?: PollResult
}
