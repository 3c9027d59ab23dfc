/** Pieces of one message of one session; the agents module knows what they are made of. */
export interface DeltaBatch {
  readonly workspaceId: string
  readonly sessionId: string
  readonly messageId: string
  readonly attempt: number
  readonly rows: readonly object[]
}

/** What a process shares to write into sessions. */
export interface SessionLog {
  /** Says to all nodes that the session has something new. After the commit, so that whoever looks finds it. */
  tell(sessionId: string): void
  /** Writes pieces, those of many messages in one statement. False when the message is somebody else's by now. */
  write(batch: DeltaBatch): Promise<boolean>
}
