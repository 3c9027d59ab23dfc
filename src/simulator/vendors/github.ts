import type { Vendor } from './vendor.ts'

/** Files of repositories, by `owner/name:path`. */
export interface GitHubFiles {
  files: Record<string, string>
}

/** GitHub's interface, as far as we use it. */
export function gitHubApi({ files }: GitHubFiles): Vendor {
  return ({ path }) => {
    const [, repository = '', file] = /^\/repos\/([^/]+\/[^/]+)(?:\/contents\/([^?]+))?/.exec(path) ?? []
    if (file === undefined) return { body: { full_name: repository } }
    const text = files[`${repository}:${decodeURIComponent(file)}`]
    return text === undefined ? { status: 404, body: { message: 'Not Found' } } : { body: text }
  }
}
