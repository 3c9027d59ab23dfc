import type { FastifyRequest } from 'fastify'
import { defineFailures, fail } from '#core/errors.ts'

const { cross_site } = defineFailures({
  cross_site: { status: 403, text: 'This was sent by a page of another site, so nothing was done.' },
})

/** Refuses what a browser says that a page of another site has asked for. */
export function refuseForeignSite({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') fail(cross_site)
}

/**
 * Refuses a form that a page of another site has sent. Browsers say which page it was. Whatever says nothing is no
 * browser, and so has no cookie of a person that the other site could make use of.
 */
export function refuseForeignPage(request: FastifyRequest, ownUrls: readonly string[]): void {
  refuseForeignSite(request)
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwn = origin === undefined || ownUrls.some((url) => new URL(url).origin === origin)
  // A page that hides its address sends `null`; then `Sec-Fetch-Site` has to vouch for it.
  if (!isOwn && !(origin === 'null' && site === 'same-origin')) fail(cross_site)
}
