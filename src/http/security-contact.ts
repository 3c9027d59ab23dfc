import type { FastifyInstance } from 'fastify'

const PATH = '/.well-known/security.txt'
const GOOD_DAYS = 180
const DAY_MILLIS = 86_400_000

interface Parts {
  securityContact: string | undefined
  appUrl: string
  baseUrl: string
}

/** Serves security.txt (RFC 9116), if the operator has set a contact. */
export function mountSecurityContact(app: FastifyInstance, { securityContact, appUrl, baseUrl }: Parts): void {
  if (securityContact === undefined) return
  app.get(PATH, async (_request, reply) => {
    const expires = new Date(Math.ceil(Date.now() / DAY_MILLIS + GOOD_DAYS) * DAY_MILLIS)
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      ...[...new Set([appUrl, baseUrl])].map((url) => `Canonical: ${new URL(url).origin}${PATH}`),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`)
  })
}
