import type { Ctx } from '#core/context.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The code host'
const FILE_BYTES_MAX = 1_048_576

/** The text of a file as it is now on a branch; undefined when it is not there. */
export async function fetchFile(
  ctx: Ctx,
  token: string | undefined,
  { repository, path, branch }: { repository: string; path: string; branch: string },
): Promise<string | undefined> {
  const file = [repository, 'contents', path]
    .flatMap((part) => part.split('/'))
    .map(encodeURIComponent)
    .join('/')
  const url = `${ctx.services.settings.vendorUrls.github}/repos/${file}?ref=${encodeURIComponent(branch)}`
  const headers = {
    accept: 'application/vnd.github.raw+json',
    'x-github-api-version': '2022-11-28',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const call = { vendor: VENDOR, method: 'GET' as const, headers, sizeBytesMax: FILE_BYTES_MAX }
  const { status, body } = await callVendor(ctx, url, call)
  if (status === 404) return undefined
  if (status >= 300) throw refusedBy(VENDOR, `status ${status}`)
  return typeof body === 'string' ? body : JSON.stringify(body)
}
