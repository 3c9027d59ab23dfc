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
}

/** All that is known of the stays of one property: what is not in it is not there any more. */
export interface Picture {
  stays: RemoteStay[]
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

/** The other side's answer in words that can be shown. */
export class PollFailure extends Error {
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { retryAfterSeconds }: { retryAfterSeconds?: number | undefined } = {}) {
    super(message)
    this.name = 'PollFailure'
    this.retryAfterSeconds = retryAfterSeconds
  }
}
