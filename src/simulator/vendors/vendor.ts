/** What somebody's interface is asked. */
export interface Asked {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  /** What JSON says, or the text. Whoever plays the vendor knows what it should be. */
  body: unknown
}

export interface Said {
  status?: number
  headers?: Record<string, string>
  /** JSON, or plain text when it is a text. */
  body?: unknown
}

/** The interface of a vendor, as it is documented. */
export type Vendor = (asked: Asked) => Said
