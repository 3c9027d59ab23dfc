const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The kind of program, from its user agent: `Firefox on Windows`, or the first word. */
export function programOf(userAgent: string): string {
  const nameIn = (kinds: readonly (readonly [string, RegExp])[]): string | undefined =>
    kinds.find(([, sign]) => sign.test(userAgent))?.[0]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined) return userAgent.split(/[\s/]/, 1)[0]?.slice(0, 60) ?? ''
  return system === undefined ? browser : `${browser} on ${system}`
}
