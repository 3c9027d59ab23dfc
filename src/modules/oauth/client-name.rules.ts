const LENGTH_MAX = 200

/**
 * Whether a name reads as it is written: one line, and no signs that turn the text around or are not seen. People decide
 * by it whom they let in.
 */
export function isPlainName(name: string): boolean {
  return /\S/.test(name) && name.length <= LENGTH_MAX && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)
}
