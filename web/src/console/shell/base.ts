/** Where the app stands: the console is at `{base}/w/…`. A proxy may put a path in front of it. */
export function baseOf(pathname: string): string {
  return /^(?<base>.*?)\/w(?:\/|$)/.exec(pathname)?.groups?.base ?? ''
}
