const LENGTH_MAX = 2000
/** Of a message that somebody else wrote at any length: more than is shown, whatever is hidden in it. */
const LOOKED_AT_MAX = 10_000

/** Shapes of credentials, whoever put them into a message: most come from addresses and headers of other services. */
const SECRETS: readonly [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@]+@/gi, '$1[hidden]@'],
  [/\b(bearer|basic|digest|token)\s+[\w.~+/=-]{8,}/gi, '$1 [hidden]'],
  [/\b(ink_[a-z]+_)[\w-]+/g, '$1[hidden]'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[hidden]'],
  [
    /((?:pass(?:word|wd)?|secret|token|api[_-]?key|authorization|signature|sig|code)["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
    '$1[hidden]',
  ],
]

/** What went wrong in words that may be stored and shown: the message and its causes, without credentials. */
export function errorText(error: unknown): string {
  const parts: string[] = []
  for (let at: unknown = error; at !== undefined && at !== null && parts.length < 4; at = causeOf(at)) {
    parts.push(at instanceof Error ? at.message : String(at))
  }
  const text = SECRETS.reduce(
    (hidden, [secret, instead]) => hidden.replace(secret, instead),
    parts.join(': ').slice(0, LOOKED_AT_MAX),
  )
  const storable = text.toWellFormed().replaceAll('\0', '')
  return storable.length > LENGTH_MAX ? `${storable.slice(0, LENGTH_MAX - 1).toWellFormed()}…` : storable
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
