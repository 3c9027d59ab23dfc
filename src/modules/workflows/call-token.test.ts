import { expect, test } from 'vitest'
import { outboundFor, portOf, serve } from '#test/peer.ts'
import { accessToken } from './call-token.ts'

test('a client secret does not follow a redirect', async () => {
  const elsewhere = await serve((_, response) => void response.end('{"access_token": "x"}'))
  const authority = await serve((_, response) =>
    response.writeHead(307, { location: `http://localhost:${portOf(elsewhere)}/oauth2/token` }).end(),
  )
  const settings = { authority: `http://localhost:${portOf(authority)}`, client: { id: 'me', secret: 'do-not-lose' } }
  const asked = { kind: 'oauth2', settings, workspaceId: 'w', signal: new AbortController().signal } as const
  await expect(accessToken(outboundFor({ allow: ['localhost'] }), asked)).rejects.toThrow('The authority answered 307.')
  expect(authority.seen).toHaveLength(1)
  expect(elsewhere.seen).toEqual([])
})
