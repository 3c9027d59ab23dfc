/** Where the service is and who calls. */
export interface ClientOptions<Restricted extends boolean = false> {
  /** The address of the installation, such as `https://app.example.com`; with or without `/api/v1`. */
  baseUrl: string
  /** A workspace API key. */
  apiKey?: string | undefined
  /** In place of a key: asked for the bearer token of each request, so it can renew a session. */
  token?: (() => string | Promise<string>) | undefined
  /** Needed by everything but `workspaces` and `authentication`. `workspaces.list()` tells it. */
  workspaceId?: string | undefined
  /** Says that the key is of the kind `restricted`: answers then have the type of the reduced view. */
  restricted?: Restricted | undefined
  /** For every call that does not say otherwise. */
  retry?: RetryOptions | undefined
  /** How long one try may take; 60 unless said. */
  timeoutSeconds?: number | undefined
  /** In place of the platform's own. */
  fetch?: typeof globalThis.fetch | undefined
}

export interface RetryOptions {
  /** How often a request is sent at most; 5 unless said, and 1 means never again. */
  tries?: number | undefined
  /** How long a call may take with all its tries; 120 unless said. */
  totalSeconds?: number | undefined
  /** Waits are chosen by chance up to this, then up to twice as much, and so on; 0.25 unless said. */
  firstWaitSeconds?: number | undefined
  /** The longest of these waits; 8 unless said. A `Retry-After` of the service is kept in any case. */
  longestWaitSeconds?: number | undefined
}

/** What one call can have of its own. */
export interface CallOptions {
  /** Ends the call with the signal's reason. */
  signal?: AbortSignal | undefined
  timeoutSeconds?: number | undefined
  retry?: RetryOptions | undefined
  /** Your own id for the request; it stands in the service's log and in a problem. */
  requestId?: string | undefined
}

export interface WriteOptions extends CallOptions {
  /** A new one for each call unless said, the same for all its tries. Say your own to be safe over a restart of your program too. */
  idempotencyKey?: string | undefined
}

export interface ChangeOptions extends WriteOptions {
  /** What your change is based on: an ETag, a `version`, or the object as you read it. Refused with 412 when it has changed since. */
  ifMatch?: string | number | { readonly etag: string } | { readonly version: number }
}

/** An object with the ETag of its answer, which is not enumerable: it is left out when the object is sent back. */
export type Versioned<T> = T & { readonly etag: string }

/**
 * Which parts are asked for, of these words. In two forms: for a field that may be left out the compiler takes
 * `undefined` off what it finds, and parts that were asked for only perhaps would be promised.
 */
export type Including<Included, Words> =
  | {
      /** Parts that the answer is to have; none of them for `undefined` and `[]`. */
      include: Included
    }
  | { include?: Words }

/** With the parts that were asked for by name, which are there then. Of what is only known when it runs none is promised. */
export type With<T, Included extends readonly unknown[] | undefined> = Included extends readonly [] | undefined
  ? T
  : T & Required<Pick<T, Named<Included> & keyof T>>

/** The words that are in the list for certain: a choice of several, or a list of some length, can lack each of them. */
type Named<Words> = Words extends readonly [infer First, ...infer Others]
  ? (IsChoice<First> extends false ? First : never) | Named<Others>
  : never

type IsChoice<Word, One = Word> = One extends Word ? ([Word] extends [One] ? false : true) : never

/** The same for each item of a page. */
export type PageWith<
  Page extends { items: unknown[] },
  Included extends readonly unknown[] | undefined,
> = Included extends readonly [] | undefined
  ? Page
  : Omit<Page, 'items'> & { items: With<Page['items'][number], Included>[] }

/** What a key sees: the whole view, or the reduced one if it is restricted. */
export type Seen<Restricted extends boolean, Whole, Reduced> = Restricted extends true ? Reduced : Whole
