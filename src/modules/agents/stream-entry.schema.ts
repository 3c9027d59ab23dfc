import type { Channel, LoggedEvent } from './session-event.schema.ts'

/**
 * One or more pieces of a message that follow each other on one channel. `ends` says where each of them ended, counted
 * from the start of the channel in UTF-16 units; their marks count up from `firstMark`.
 */
export interface Delta {
  readonly afterSeq: number
  readonly messageId: string
  readonly attempt: number
  readonly ordinal: number
  readonly channel: Channel
  readonly toolCallId: string | null
  readonly firstMark: number
  readonly fromOffset: number
  readonly ends: readonly number[]
  readonly content: string
}

export type Entry = { readonly event: LoggedEvent } | { readonly delta: Delta }

/** How much of one message a reader has: pieces of its texts and arguments, of its reasoning, and the text itself. */
export interface Progress {
  readonly messageId: string | null
  /** 0 for one that is known to be over. */
  readonly attempt: number
  readonly streamSeq: number
  readonly reasoningSeq: number
  readonly textOffset: number
}

/** Where a reader stands in the log. */
export interface Cursor extends Progress {
  readonly seq: number
}

/** A message in the log and how far it is written. */
export interface MessageProgress extends Progress {
  readonly messageId: string
  readonly startSeq: number
  readonly attemptSeq: number
  readonly endSeq: number | null
}

/** What a reader says it has. */
export interface RequestedMarks {
  readonly seq?: number
  readonly messageId?: string
  readonly streamSeq?: number
  readonly reasoningSeq?: number
  readonly textOffset?: number
}

/** What a reader gets of an entry, and where it stands then. */
export interface Advance {
  readonly entry: Entry
  readonly cursor: Cursor
}
