interface DeliveryFailureOptions {
  /** Trying again would change nothing: it is a dead letter at once. */
  isFinal?: boolean
  /** No sooner than this the next try; the usual pause when that is longer. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** Thrown by a subscriber that knows more than that it failed: whether another try makes sense, and when. */
export class DeliveryFailure extends Error {
  readonly isFinal: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { isFinal = false, retryAfterSeconds, cause }: DeliveryFailureOptions = {}) {
    super(message, { cause })
    this.name = 'DeliveryFailure'
    this.isFinal = isFinal
    this.retryAfterSeconds = retryAfterSeconds
  }
}
