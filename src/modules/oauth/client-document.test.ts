import { expect, onTestFinished, test } from 'vitest'
import { openOutbound } from '#core/outbound.ts'
import { addressOf } from '#test/event-source.ts'
import { harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { secondNode } from '#test/second-node.ts'
import { asking, CALLBACK, PASSWORD, place as placeItself, post, type Place } from '#test/sign-in-place.ts'
import { throughTheBrowser } from '#test/tool-sign-in.ts'

/** Serves program documents from this machine, which a real server never requests for a stranger. */
async function place(): Promise<Place> {
  const publicOutbound = openOutbound({ allow: ['localhost'] })
  const node = await secondNode({ services: { publicOutbound } })
  onTestFinished(async () => {
    await node.close()
    await publicOutbound.close()
  })
  const here = await harness(node)
  const made = await here.make.person({ role: 'manager', password: PASSWORD })
  return { ...here, url: await addressOf(node.app), person: { ...made, password: PASSWORD } }
}

test('no stranger can have a host asked that the operator allows', async () => {
  const at = await placeItself()
  const peer = await serve((_, response) => response.end('{}'))
  const port = peer.host.split(':')[1]
  // The operator of this server allows localhost.
  expect(at.runtime.services.outbound.allows(`http://localhost:${port}/`)).toBe(true)
  for (const clientId of [`http://localhost:${port}/program.json`, `https://localhost:${port}/program.json`]) {
    const answer = await fetch(asking(clientId).address(at.url))
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('not known here')])
    const form = { grant_type: 'authorization_code', code: 'x', code_verifier: 'x', client_id: clientId }
    expect((await post(`${at.url}/token`, new URLSearchParams(form))).status).toBe(401)
    const revoked = new URLSearchParams({ token: 'x', client_id: clientId })
    expect((await post(`${at.url}/revoke`, revoked)).status).toBe(401)
  }
  expect(peer.connections()).toBe(0)
})

test('a program can be described by a document at its address', async () => {
  const at = await place()
  let document: object = {}
  const peer = await serve((_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document)),
  )
  const clientId = `http://localhost:${peer.host.split(':')[1]}/program.json`
  document = { client_id: clientId, client_name: 'Described', redirect_uris: [CALLBACK] }
  const { address } = asking(clientId)
  expect(await (await fetch(address(at.url))).text()).toContain('Described')
  await fetch(address(at.url))
  expect(peer.seen).toHaveLength(1)

  const other = clientId.replace('program', 'other')
  const refused = await fetch(asking(other).address(at.url))
  expect([refused.status, peer.seen.length]).toEqual([400, 2])
  const inside = await fetch(asking('https://127.0.0.1/program.json').address(at.url))
  expect(inside.status).toBe(400)
})

test('a document that claims a proof that nobody would ask for is refused, and the page says so', async () => {
  const at = await place()
  let proof: object = {}
  const peer = await serve((_, response) => {
    const described = { client_id: clientId, client_name: 'Described', redirect_uris: [CALLBACK], ...proof }
    response.writeHead(200, { 'cache-control': 'no-store' }).end(JSON.stringify(described))
  })
  const clientId = `http://localhost:${peer.host.split(':')[1]}/program.json`
  const shown = async (claimed: object) => {
    proof = claimed
    const answer = await fetch(asking(clientId).address(at.url), { redirect: 'manual' })
    return [answer.status, await answer.text()]
  }
  const key = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://client.example/jwks.json' }
  const secret = { token_endpoint_auth_method: 'client_secret_basic', client_secret: 'x' }
  for (const claimed of [key, secret, { ...key, token_endpoint_auth_methods_supported: ['private_key_jwt'] }])
    expect(await shown(claimed)).toEqual([400, expect.stringContaining('proves itself in a way')])
  const either = { ...key, token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] }
  for (const claimed of [{}, { token_endpoint_auth_method: 'none' }, either])
    expect(await shown(claimed)).toEqual([200, expect.stringContaining('Described')])
})

test('a program whose document has a name that does not read as it is written goes by its host', async () => {
  const at = await place()
  const peer = await serve((request, response) => {
    const name = decodeURIComponent(request.url?.split('?')[1] ?? '')
    const address = `http://localhost:${peer.host.split(':')[1]}${request.url}`
    response.end(JSON.stringify({ client_id: address, client_name: name, redirect_uris: [CALLBACK] }))
  })
  const host = `localhost:${peer.host.split(':')[1]}`
  const heading = async (name: string) => {
    const address = `http://${host}/program.json?${encodeURIComponent(name)}`
    const page = await (await fetch(asking(address).address(at.url))).text()
    return /Sign in to connect ([^<]*)</.exec(page)?.[1]
  }
  for (const name of ['Claude\u202e', 'Claude\nby Anthropic', 'Cl\u200daude', ' ', 'x'.repeat(201)])
    expect([name, await heading(name)]).toEqual([name, host])
  expect(await heading('Described')).toBe('Described')
})

test('a program whose site is away keeps what it was allowed', async () => {
  const at = await place()
  let isAway = false
  const peer = await serve((_, response) => {
    const described = { client_id: clientId, client_name: 'Described', redirect_uris: [CALLBACK] }
    response.writeHead(isAway ? 503 : 200, { 'cache-control': 'no-store' }).end(JSON.stringify(described))
  })
  const clientId = `http://localhost:${peer.host.split(':')[1]}/program.json`
  const { address, verifier } = asking(clientId)
  const back = await throughTheBrowser(address(at.url), at.person, { workspaceId: at.workspaceId })
  isAway = true
  const code = back.searchParams.get('code') ?? ''
  const proof = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: clientId }
  const first = await post(`${at.url}/token`, new URLSearchParams(proof))
  expect(first.status).toBe(200)
  const refresh = { grant_type: 'refresh_token', client_id: clientId, refresh_token: first.body['refresh_token'] ?? '' }
  expect((await post(`${at.url}/token`, new URLSearchParams(refresh))).status).toBe(200)
})
